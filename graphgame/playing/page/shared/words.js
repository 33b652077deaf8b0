/** The words of the page, by language and key; each part of the page adds its own.
 * @type {{[language: string]: {[key: string]: string}}} */
const WORDS = { en: {}, vi: {}, fa: {}, pt: {}, ru: {} };
/** The languages in their own words. @type {{[language: string]: string}} */
const LANGUAGES = { en: "English", vi: "Tiếng Việt", fa: "فارسی", pt: "Português", ru: "Русский" };
let language = "en";

/**
 * Add words in all languages: a row for each key, in the order en, vi, fa, pt, ru.
 *
 * @param {{[key: string]: [string, string, string, string, string]}} rows
 */
function addWords(rows) {
  for (const [key, row] of Object.entries(rows)) {
    Object.keys(WORDS).forEach((name, at) => {
      WORDS[name][key] = row[at];
    });
  }
}

/** Choose the language of the page, and its direction. @param {string} name */
function setLanguage(name) {
  language = name in WORDS ? name : "en";
  document.documentElement.lang = language;
  document.documentElement.dir = language === "fa" ? "rtl" : "ltr";
}

/**
 * Return words of the language of the page, with {name} replaced by values.
 *
 * @param {string} key
 * @param {Object<string, string | number>} [values]
 */
function say(key, values = {}) {
  return filled(WORDS[language][key] ?? key, values);
}

/** Put values into a text, in place of their names in braces. @param {string} text @param {Object<string, string | number>} values */
function filled(text, values) {
  return text.replace(/\{(\w+)\}/g, (_, name) => isolated(values[name] ?? ""));
}

/** Which form a number takes, by language: making such rules takes as long as showing a move.
 * @type {{[language: string]: Intl.PluralRules}} */
const PLURALS = {};

/**
 * Return words for a number: forms are separated by "|", as "one|other" or "one|few|many".
 *
 * @param {string} key
 * @param {number} n
 * @param {Object<string, string | number>} [values]  others
 */
function sayNumber(key, n, values = {}) {
  const forms = (WORDS[language][key] ?? key).split("|");
  PLURALS[language] = PLURALS[language] ?? new Intl.PluralRules(language);
  const form = PLURALS[language].select(n);
  return filled(forms[form === "one" ? 0 : form === "few" ? 1 : forms.length - 1] ?? forms[0], { n, ...values });
}

/** Keep figures in order, from left to right, inside words that run from right to left. @param {string} text */
function leftToRight(text) {
  return language === "fa" ? `\u2066${text}\u2069` : text;
}

/** Keep a text in its own direction inside words that run from right to left. @param {string | number} text */
function isolated(text) {
  return language === "fa" && typeof text === "string" ? `\u2068${text}\u2069` : String(text);
}

/** Write Persian and Arabic digits as 0 to 9. @param {string} text */
function westernDigits(text) {
  return text.replace(/[\u06f0-\u06f9\u0660-\u0669]/g, (digit) => String(digit.charCodeAt(0) & 15));
}
