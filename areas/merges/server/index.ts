// The interface of merges for the demo: requesting and writing a merge.

export { mergeMembers } from './merge-members.ts'
export { writeMerge } from './write-merge.ts'
