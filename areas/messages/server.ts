import type { ServerArea } from '#kit/server/area.ts'
import { showUnsubscribe, smsStatus, unsubscribe } from './contract.ts'
import { companyMergeFields } from './server/company-names.ts'
import { compileThreadPool } from './server/compile-texts.ts'
import { messageHandlers } from './server/handlers.ts'
import { expiryReminderJob, writeMessagesJob } from './server/occasions.ts'
import { mountSmsStatus } from './server/reports.ts'
import { messageRoutes } from './server/routes.ts'
import { messageRowKinds } from './server/row-kinds.ts'
import { messageSegmentFields } from './server/segment-fields.ts'
import { mountUnsubscribe } from './server/unsubscribe.ts'

export const messagesServerArea: ServerArea = {
  name: 'messages',
  segmentFields: messageSegmentFields,
  routes: messageRoutes,
  files: [
    { calls: [smsStatus], mount: mountSmsStatus },
    { calls: [showUnsubscribe, unsubscribe], mount: mountUnsubscribe, outsideApi: true },
  ],
  rowKinds: messageRowKinds,
  jobs: [writeMessagesJob, expiryReminderJob],
  threads: compileThreadPool,
  handles: messageHandlers,
  mergeNames: companyMergeFields,
  merge: {
    stays: {
      'contact_log.customer_id': 'belongs to the record it was sent to; the log of the survivor includes it',
      'contact_log.membership_no': 'keeps the number it was sent under',
      'message_occasion.customer_id': 'the message goes to the survivor',
      'message_occasion.membership_no': 'the message goes to the survivor',
    },
  },
  personal: {
    tables: [
      {
        table: 'outbox_message',
        part: 'Messages',
        rows: 'r.message_id in (select message_id from contact_log where customer_id = any($1::bigint[]))',
        hides: '*',
        because: 'exported as part of contact_log',
        removes: true,
      },
      {
        table: 'message_report',
        part: 'Messages',
        rows: 'r.message_id in (select message_id from contact_log where customer_id = any($1::bigint[]))',
        hides: '*',
        because: 'provider report; its result is exported with contact_log',
        dots: 'detail',
        keeps: 'report_id kind',
      },
      {
        table: 'contact_log',
        part: 'Messages',
        hides: 'html provider_id template_id template_version',
        clears: 'recipient subject html text reason',
        sets: { result: "case r.result when 'Queued' then 'Opted out' else r.result end" },
        keeps: 'membership_no contact_type purpose event reference_code language provider_id outlet_code',
      },
      {
        table: 'message_occasion',
        part: 'Messages',
        hides: '*',
        because: 'queue entry; the message itself is exported with contact_log',
        sets: { status: "case r.status when 'Waiting' then 'Failed' else r.status end" },
        keeps: 'event membership_no reference_code once_key outlet_code error',
        auditKept: true,
      },
    ],
    mentions: [{ table: 'outbox_message', columns: 'recipient subject body html', removes: true }],
  },
}
