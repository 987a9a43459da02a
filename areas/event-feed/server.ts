import type { ServerArea } from '#kit/server/area.ts'
import { serve, serveMultiTransaction } from '#kit/server/serve.ts'
import * as contract from './contract.ts'
import {
  customerRecords,
  ledgerRecords,
  lineRecords,
  membershipRecords,
  rewardRecords,
  saleRecords,
} from './server/change-records.ts'
import { deleteOldEvents } from './server/delete-old-events.ts'
import { dropOldPartitionsJob } from './server/drop-old-partitions.ts'
import { listChangesOf } from './server/list-changes.ts'
import { listEvents } from './server/list-events.ts'
import { publishEvents } from './server/publish-events.ts'
import { mountSnapshots } from './server/snapshots.ts'

export const eventFeed: ServerArea = {
  name: 'event-feed',
  routes: [
    serveMultiTransaction(contract.listEvents, listEvents),
    serve(contract.listCustomerChanges, listChangesOf(customerRecords)),
    serve(contract.listMembershipChanges, listChangesOf(membershipRecords)),
    serve(contract.listSaleChanges, listChangesOf(saleRecords)),
    serve(contract.listLineChanges, listChangesOf(lineRecords)),
    serve(contract.listLedgerChanges, listChangesOf(ledgerRecords)),
    serve(contract.listRewardChanges, listChangesOf(rewardRecords)),
  ],
  files: [{ calls: [contract.readSnapshot], mount: mountSnapshots }],
  loops: [{ everyMs: 200, failure: 'Events could not be published', work: publishEvents }],
  jobs: [dropOldPartitionsJob],
  batchSteps: { review: [deleteOldEvents] },
  merge: {
    stays: {
      'event.membership_no': 'says what happened to that number; the merge is an event of its own',
      'event.customer_id': 'says what happened to that customer; the merge is an event of its own',
      'event_outbox.membership_no': 'becomes an event of that number',
      'event_outbox.customer_id': 'becomes an event of that customer',
      'event_member.membership_no': 'counts the events of that number',
    },
  },
  personal: {
    none: {
      event: 'has numbers, codes and amounts only',
      event_outbox: 'has numbers, codes and amounts only, until they are published',
      event_reader: 'names programs only',
      event_member: 'counts the events of a number',
    },
  },
}
