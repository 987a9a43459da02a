// What other areas may ask of campaigns: putting customers on a target list or keeping them off it, however many, and lists that follow.

export { targetListSending } from './events.ts'
export { type Followed, follow, followedLists, followPeople } from './live-lists.ts'
export { addPeople as addTargets, excludePeople, type NewTargets } from './targets.ts'
