// Needed: partizan
/** Games of Left and Right, who have different moves: a position has an outcome class. */
addWords({
  leftPlayer: ["Left", "Bên Trái", "چپ", "Esquerda", "Левый"],
  rightPlayer: ["Right", "Bên Phải", "راست", "Direita", "Правый"],
  ownArrows: ["The players take turns to move along an arrow, from one position to the next. Each has arrows of their own.", "Hai bên lần lượt đi theo một mũi tên, từ thế cờ này sang thế cờ kế tiếp. Mỗi bên có mũi tên riêng.", "بازیکنان به نوبت در راستای یک پیکان از یک وضعیت به وضعیت بعدی می‌روند. هر کدام پیکان‌های خود را دارد.", "Os jogadores se revezam e seguem uma seta, de uma posição à próxima. Cada um tem as suas setas.", "Игроки по очереди ходят по стрелке от одной позиции к следующей. У каждого свои стрелки."],
  outcomeClass: ["Outcome class {0}. If {1} begins: {2} If {3} begins: {4}", "Lớp kết quả {0}. Nếu {1} đi trước: {2} Nếu {3} đi trước: {4}", "ردهٔ نتیجه: {0}. اگر {1} آغاز کند: {2} اگر {3} آغاز کند: {4}", "Classe de resultado {0}. Se {1} começa: {2} Se {3} começa: {4}", "Класс исхода {0}. Если начинает {1}: {2} Если начинает {3}: {4}"],
});

/** The classes by their numbers: three times the outcome of Left's beginning, and that of Right's, both plus 1. */
const OUTCOME_CLASSES = ["P", "RD", "R", "DL", "D", "DR", "L", "LD", "N"];

/**
 * Return a source that says the class of each position, whoever is to move there.
 *
 * @param {Source} source
 * @param {ArrayLike<number>} classes  by the keys of positions
 * @param {any} data
 * @returns {Source}
 */
function partizanSource(source, classes, data) {
  /** @returns {[string, string]} */
  const players = () => source.players ?? [say("leftPlayer"), say("rightPlayer")];
  /** Say who wins if a player begins. @param {number} outcome @param {number} begins */
  const result = (outcome, begins) => {
    if (!outcome) return say("aDraw");
    return `${say("willWin", { player: players()[outcome > 0 ? begins : 1 - begins] })}.`;
  };
  return {
    ...source,
    isTranslated: true,
    get players() {
      return players();
    },
    about: {
      get rules() {
        return inLanguage(data.about.rules) ?? (data.shape ? null : say("ownArrows"));
      },
      get goal() {
        return source.about.goal;
      },
    },
    async look(key) {
      const view = await source.look(key);
      const number = classes[Number(view.key)];
      const [left, right] = players();
      const outcomes = [Math.floor(number / 3) - 1, (number % 3) - 1];
      const values = [OUTCOME_CLASSES[number], left, result(outcomes[0], 0), right, result(outcomes[1], 1)];
      return { ...view, note: ["outcomeClass", ...values].join("\t") };
    },
  };
}
