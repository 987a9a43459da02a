// The functions of merges for the demo, which requests and writes a merge.

export { mergeMembers } from './merge-members.ts'
export { writeMerge } from './write-merge.ts'
