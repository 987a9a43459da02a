// What the program needs of merges: the kind of request, and how one is asked for and done.

export { mergeKind } from './approval-kind.ts'
export { mergeMembers } from './merge-members.ts'
export { writeMerge } from './write-merge.ts'
