import type { ServerArea } from '#kit/server/area.ts'
import { showUnsubscribe, smsStatus, unsubscribe } from './contract.ts'
import { messageHandlers } from './server/handlers.ts'
import { houseNames } from './server/house-names.ts'
import { remindOfEnds, writeMessages } from './server/occasions.ts'
import { mountSmsStatus } from './server/reports.ts'
import { messageRoutes } from './server/routes.ts'
import { messageRows } from './server/row-kinds.ts'
import { messageSegmentFields } from './server/segment-fields.ts'
import { mountUnsubscribe } from './server/unsubscribe.ts'

export const messages: ServerArea = {
  name: 'messages',
  segmentFields: messageSegmentFields,
  routes: messageRoutes,
  files: [
    { calls: [smsStatus], mount: mountSmsStatus },
    { calls: [showUnsubscribe, unsubscribe], mount: mountUnsubscribe, outsideApi: true },
  ],
  rowKinds: messageRows,
  jobs: [writeMessages, remindOfEnds],
  handles: messageHandlers,
  mergeNames: houseNames,
  merge: {
    stays: {
      'contact_log.customer_id': 'it was written to that record; the log of the survivor shows it too',
      'contact_log.membership_no': 'it was written under that number',
      'message_occasion.customer_id': 'is written to the survivor',
      'message_occasion.membership_no': 'is written to the survivor',
    },
  },
}
