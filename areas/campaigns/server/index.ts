// The public interface of campaigns for other areas: target lists, exclusions and live lists.

export { targetListSending } from './events.ts'
export { type FollowedSegment, findLiveLists, followSegment, syncTargetList } from './live-lists.ts'
export {
  addCustomersToTargetList as addTargets,
  excludeCustomersFromCampaign,
  type NewTargets,
} from './targets.ts'
