// What the demo needs of merges: how one is asked for and done.

export { mergeMembers } from './merge-members.ts'
export { writeMerge } from './write-merge.ts'
