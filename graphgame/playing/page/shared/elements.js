/**
 * Make an element.  Attributes that begin with "on" are listeners; texts become text, never HTML.
 *
 * @param {string} tag  "svg:" before it makes an element of a picture
 * @param {Object<string, any>} [attributes]
 * @param {(Node | string | null | undefined)[]} children
 * @returns {any}
 */
function make(tag, attributes = {}, ...children) {
  const element = tag.startsWith("svg:")
    ? document.createElementNS("http://www.w3.org/2000/svg", tag.slice(4))
    : document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  for (const child of children) {
    if (child !== null && child !== undefined) element.append(child);
  }
  return element;
}

/**
 * Make a button.
 *
 * @param {string | null} word  a key of the words; null: its text comes later
 * @param {() => void} act
 * @param {Object<string, any>} [attributes]
 */
function button(word, act, attributes = {}) {
  return make("button", { type: "button", onclick: act, ...attributes }, word && say(word));
}

/** Write a text into an element that holds nothing else; the same text costs nothing. @param {Element} element @param {string} text */
function write(element, text) {
  const held = element.firstChild;
  if (!(held instanceof Text)) element.textContent = text;
  else if (held.data !== text) held.data = text;
}

/** Show a button as one that does nothing now; it keeps the focus. @param {Element} element @param {boolean} isDisabled */
function disable(element, isDisabled) {
  if (element.getAttribute("aria-disabled") !== String(isDisabled)) element.setAttribute("aria-disabled", String(isDisabled));
}

/** Make a part of the page with a heading. @param {string} name @param {Node | string} title @param {Node[]} children */
function card(name, title, ...children) {
  return make("section", { class: "card", "aria-labelledby": `${name}-title` }, make("h2", { id: `${name}-title` }, title), ...children);
}

/** Make a live region, which the eye does not see: a screen reader speaks what is added to it. */
function liveRegion() {
  return make("div", { class: "unseen", role: "log", "aria-live": "polite" });
}

/** Have a screen reader speak a text; the last three stay. @param {HTMLElement} region @param {string} text */
function announce(region, text) {
  region.append(make("p", {}, text));
  while (region.childElementCount > 3) region.firstElementChild?.remove();
}
