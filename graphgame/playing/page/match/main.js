/** Make the source that a page's data describe. @param {any} data @returns {Promise<Source>} */
async function makeSource(data) {
  switch (data.kind) {
    case "table": return tableSource(data);
    case "heaps": return heapSource(data);
    case "sum": return sumSource(data);
    case "pursuit": return pursuitSource(data);
    case "cops": return copsSource(data);
    case "http": return httpSource(data);
    case "published": return publishedSource(data);
    default: throw new Error(data.kind); // no page is of another kind
  }
}

/** Return the key of the position that the address names, if any. */
function linkedKey() {
  const found = /^#p=(.*)$/.exec(location.hash);
  try {
    return found ? decodeURIComponent(found[1]) : null;
  } catch {
    return null;
  }
}

/** Show the puzzles, if the address asks for them and there are some. @param {App} app */
function openLinkedPuzzles(app) {
  const { puzzles } = app;
  if (location.hash === "#puzzles" && puzzles && !puzzles.isOpen) app.attempt(puzzles.enter());
}

/** Start the page. */
async function startPage() {
  const data = JSON.parse(document.getElementById("game")?.textContent ?? "{}");
  setLanguage(openingLanguage(data.languages));
  countIn(data.owners?.counted ?? "plies");
  try {
    const source = await makeSource(data);
    const app = data.chance ? new ChanceApp(data, source) : new App(data, source);
    /** @type {any} */ (globalThis).graphgame = { data, source, makeSource, match: app.match, app, chooseMove, judged: data.chance ? null : judged };
    // A table that keeps the best moves of one side: the machine is that side.
    if (data.side === 0 || data.proof?.keeper === 0) app.match.sides = ["machine", "person"];
    await app.match.begin(linkedKey() ?? source.start).catch(async (error) => {
      await app.match.begin();
      app.attempt(Promise.reject(error));
    });
    openLinkedPuzzles(app);
    window.addEventListener("hashchange", () => {
      openLinkedPuzzles(app);
      const key = linkedKey();
      if (key === null || !app.isLinked || key === app.match.view.key) return;
      app.endLine();
      app.attempt(app.match.begin(key));
    });
  } catch (error) {
    document.body.append(make("main", { class: "page" }, make("p", { class: "problem", role: "alert" }, problemText(error))));
  }
}

startPage();
