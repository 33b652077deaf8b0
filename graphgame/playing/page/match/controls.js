addWords({
  players: ["Players", "Người chơi", "بازیکنان", "Jogadores", "Игроки"],
  person: ["Person", "Người", "انسان", "Pessoa", "Человек"],
  machine: ["Machine", "Máy", "ماشین", "Máquina", "Машина"],
  skill: ["Skill of the machine", "Trình độ của máy", "مهارت ماشین", "Habilidade da máquina", "Машина играет"],
  skill0: ["Perfect", "Hoàn hảo", "بی‌نقص", "Perfeita", "Безупречно"],
  skill1: ["Strong", "Mạnh", "قوی", "Forte", "Сильно"],
  skill2: ["Good", "Khá", "خوب", "Boa", "Хорошо"],
  skill3: ["Casual", "Bình thường", "معمولی", "Casual", "По-любительски"],
  skill4: ["Beginner", "Mới học", "مبتدی", "Iniciante", "Как новичок"],
  showValues: ["Show values", "Hiện kết quả", "نمایش ارزش‌ها", "Mostrar valores", "Показать оценки"],
  valuesHint: ["Who wins, and in how many plies, when both play perfectly. A ply is one move by one player.", "Bên nào thắng và sau bao nhiêu nước khi cả hai đi hoàn hảo. Mỗi nước là một lượt đi của một bên.", "با بازی بی‌نقص چه کسی و در چند نیم‌حرکت می‌برد. نیم‌حرکت یک حرکت یک بازیکن است.", "Quem vence, e em quantos lances, se ambos jogam perfeitamente. Um lance é uma jogada de um só jogador.", "Кто выигрывает и за сколько полуходов при лучшей игре. Полуход — ход одного игрока."],
  takeBack: ["Take back", "Lùi một nước", "پس گرفتن", "Voltar lance", "Взять ход назад"],
  newGame: ["New game", "Ván mới", "بازی جدید", "Nova partida", "Новая партия"],
  pause: ["Stop the machine", "Dừng máy", "توقف ماشین", "Parar a máquina", "Остановить машину"],
  resume: ["Let the machine move", "Cho máy đi", "ماشین حرکت کند", "A máquina joga", "Пусть ходит машина"],
  position: ["Position", "Thế cờ", "وضعیت", "Posição", "Позиция"],
  jump: ["Go to a position", "Đến thế cờ", "رفتن به وضعیت", "Ir para a posição", "Перейти к позиции"],
  example: ["Example: {name}", "Ví dụ: {name}", "نمونه: {name}", "Exemplo: {name}", "Пример: {name}"],
  go: ["Go", "Đến", "برو", "Ir", "Перейти"],
  link: ["Link to this position", "Liên kết đến thế cờ này", "پیوند به این وضعیت", "Link para esta posição", "Ссылка на эту позицию"],
});

/** How often a machine of each skill errs, in percent, from perfect to a beginner; as in playing/terminal.py. */
const SKILLS = [0, 5, 20, 45, 80];

/** Return the skill of a machine: the one that errs about as often. @param {number} errs  in percent */
function skillOf(errs) {
  return [1, 11, 31, 61].filter((from) => errs >= from).length;
}

/** Make the choice of who plays, of the machine's skill, and of what is shown. @param {App} app */
function playersPanel(app) {
  const { match } = app;
  const sides = [0, 1].map((side) => {
    const select = make(
      "select",
      { onchange: () => match.set({ sides: sides.map((x) => x.value), paused: false }) },
      ...["person", "machine"].map((kind) => make("option", { value: kind }, say(kind))),
    );
    return select;
  });
  const skill = make(
    "select",
    { onchange: () => match.set({ errs: SKILLS[Number(skill.value)] }) },
    ...[4, 3, 2, 1, 0].map((level) => make("option", { value: level }, say(`skill${level}`))),
  );
  const values = make("input", { type: "checkbox", role: "switch", class: "switch", "aria-describedby": "values-hint", onchange: () => match.set({ values: values.checked }) });
  const element = card(
    "players",
    say("players"),
    make(
      "div",
      { class: "sides" },
      ...sides.map((select, side) => make("label", {}, make("span", { dir: "auto" }, app.playerName(side)), select)),
      make("label", { class: "skill" }, make("span", {}, say("skill")), skill),
    ),
    make("label", { class: "toggle" }, values, make("span", {}, say("showValues"))),
    make("p", { class: "quiet", id: "values-hint" }, say(app.valuesHint)),
  );

  function update() {
    sides.forEach((select, side) => {
      select.value = match.sides[side];
    });
    skill.value = String(skillOf(match.errs));
    skill.parentElement.hidden = !match.sides.includes("machine");
    values.checked = match.values;
  }

  return { element, update };
}

/** Make the buttons under the board. @param {App} app */
function toolsPanel(app) {
  const { match } = app;
  const takeBack = button("takeBack", () => match.takeBack());
  const newGame = button("newGame", () => app.attempt(match.begin()));
  const pause = button(null, () => match.set({ paused: !match.paused }));
  const hint = button("hint", () => app.showHint("hintMove", { move: bestName() }));
  const back = button("backToMatch", () => app.endLine(), { class: "main backToMatch" });
  const element = make("div", { class: "tools" }, back, takeBack, newGame, hint, pause);

  /** The name of a best move. */
  function bestName() {
    const { view } = match;
    const best = ranked(view.moves)[0];
    return choices(app.source, view)[view.moves.indexOf(best)].name;
  }

  function update() {
    back.hidden = !app.waiting;
    for (const tool of [takeBack, newGame]) tool.hidden = app.waiting !== null;
    hint.hidden = !app.canMove || app.waiting !== null;
    disable(takeBack, match.backTo < 0);
    pause.hidden = !match.sides.includes("machine") || match.isOver;
    write(pause, say(match.paused ? "resume" : "pause"));
  }

  return { element, update, hint };
}

/** Make the panel that names the position, and goes to another one. @param {App} app */
function positionPanel(app) {
  const name = make("bdi");
  const field = make("input", { type: "text", id: "jump", autocomplete: "off", spellcheck: "false", dir: "auto" });
  const problem = make("p", { class: "problem", role: "alert" });
  const who = app.source.timed === undefined ? null : turnChoice(app);
  const form = make(
    "form",
    { onsubmit: go },
    make("label", { for: "jump" }, say("jump")),
    make("div", { class: "field" }, field, who, make("button", {}, say("go"))),
  );
  const link = make("a", { onclick: follow }, say("link"));
  const element = card(
    "position",
    say("position"),
    make("p", { class: "position" }, name),
    form,
    problem,
    link,
  );

  /** @param {Event} event */
  async function go(event) {
    event.preventDefault();
    problem.textContent = "";
    try {
      const turn = who?.value ? /** @type {Turn} */ (Number(who.value)) : undefined;
      await app.match.begin(await app.source.find(field.value.trim(), turn), turn);
    } catch (error) {
      problem.textContent = `${problemText(error)} ${say("example", { name: isolated(app.match.view.name) })}`;
    }
  }

  /** @param {Event} event */
  function follow(event) {
    event.preventDefault();
    location.hash = linkTo(app.match.view.key);
  }

  function update() {
    write(name, app.match.view.name);
    link.setAttribute("href", linkTo(app.match.view.key));
    link.hidden = !app.isLinked;
  }

  return { element, update };
}

/** @param {string} key */
function linkTo(key) {
  return `#p=${encodeURIComponent(key)}`;
}
