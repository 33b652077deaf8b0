graph [
  version 2
  directed 1
  node [
    id 0
    name "x y"
    owner 0
    preset ""
    score ""
  ]
  node [
    id 1
    name "b"
    owner 1
    preset ""
    score ""
  ]
  node [
    id 2
    name "c"
    owner 0
    preset "WIN"
    score ""
  ]
  node [
    id 3
    name "d"
    owner 1
    preset "LOSE"
    score ""
  ]
  node [
    id 4
    name "éq"
    owner 0
    preset ""
    score ""
  ]
  node [
    id 5
    name "3"
    owner 1
    preset ""
    score -7
  ]
  edge [
    id 1
    source 0
    target 1
  ]
  edge [
    id 2
    source 1
    target 2
  ]
  edge [
    id 3
    source 1
    target 3
  ]
  edge [
    id 4
    source 1
    target 3
  ]
  edge [
    id 5
    source 4
    target 5
  ]
]
