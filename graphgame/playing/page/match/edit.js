/**
 * What the panel needs of the page.
 *
 * @typedef {{source: Source, replace: (source: Source) => unknown}} Editable
 */

/** Make the panel in which the board of a game is changed and solved again. @param {Editable} app @returns {HTMLElement} */
function boardEditor(app) {
  const editor = /** @type {Editor} */ (app.source.editor);
  // A page has the script of one of them.
  const board = editor.paint ? new GridEditor(app.source, editor, editor.paint) : textEditor(editor);
  const error = make("p", { class: "edit-error", role: "alert" });
  const solve = async () => {
    error.textContent = "";
    try {
      app.replace(await editor.solve(board.text()));
    } catch (problem) {
      if (!(problem instanceof Problem)) throw problem;
      error.textContent = problemText(problem);
    }
  };
  return make(
    "details",
    { class: "edit" },
    make("summary", {}, say("editBoard")),
    board.element,
    button("solveBoard", solve),
    error,
  );
}

addWords({
  editBoard: ["Change the board", "Sửa bàn", "تغییر صفحه", "Mudar o tabuleiro", "Изменить доску"],
  solveBoard: ["Solve and play", "Giải và chơi", "حل و بازی", "Resolver e jogar", "Решить и играть"],
});
