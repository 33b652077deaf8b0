/* Scores of the search: Sphinx's own, but that the page whose title is the word comes first. */
var Scorer = {
  objNameMatch: 11,
  objPartialMatch: 6,
  objPrio: { 0: 15, 1: 5, 2: -5 },
  objPrioDefault: 0,
  title: 40,
  partialTitle: 7,
  term: 5,
  partialTerm: 2,
};
