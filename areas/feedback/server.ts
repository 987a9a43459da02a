import type { ServerArea } from '#kit/server/area.ts'
import { feedbackHandlers } from './server/handlers.ts'
import { feedbackMergeFields } from './server/merge-names.ts'
import { feedbackPages } from './server/pages.ts'
import { feedbackRoutes } from './server/routes.ts'
import { feedbackRowKinds } from './server/row-kinds.ts'
import { feedbackSegmentFields } from './server/segment-fields.ts'
import { feedbackTimelineSource } from './server/timeline.ts'

export const feedbackServerArea: ServerArea = {
  name: 'feedback',
  routes: feedbackRoutes,
  publicPages: feedbackPages,
  rowKinds: feedbackRowKinds,
  handles: feedbackHandlers,
  mergeNames: feedbackMergeFields,
  segmentFields: feedbackSegmentFields,
  timeline: [feedbackTimelineSource],
  merge: {
    moves: [
      { table: 'feedback_invitation', key: 'invitation_id', keyType: 'bigint', customer: 'customer_id' },
      { table: 'feedback_response', key: 'response_id', keyType: 'bigint', customer: 'customer_id' },
    ],
  },
  personal: {
    tables: [
      {
        table: 'feedback_invitation',
        part: 'Messages',
        hides: 'once_key',
        keeps: 'source once_key outlet_code status open_to',
        auditKept: true,
      },
      {
        table: 'feedback_response',
        part: 'Messages',
        hides: 'submission_key low_score_yn',
        dots: 'remarks',
        keeps: 'outlet_code language source low_score_yn status',
        auditKept: true,
      },
      {
        table: 'feedback_answer',
        part: 'Messages',
        rows: 'r.response_id in (select response_id from feedback_response where customer_id = any($1::bigint[]))',
        clears: 'date',
        dots: 'text',
        auditKept: true,
      },
    ],
  },
}
