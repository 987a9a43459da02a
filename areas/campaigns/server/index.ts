// The public interface of campaigns for other areas: target lists, exclusions and live lists.

export { targetListSendingEvent } from './events.ts'
export { addLiveListOfSegment, type FollowedSegment, findLiveLists, syncTargetList } from './live-lists.ts'
export {
  addCustomersToTargetList,
  excludeCustomersFromCampaign,
  type TargetListAddition,
} from './targets.ts'
