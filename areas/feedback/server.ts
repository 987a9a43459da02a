import type { ServerArea } from '#kit/server/area.ts'
import { feedbackPages } from './server/pages.ts'
import { feedbackRoutes } from './server/routes.ts'
import { feedbackRows } from './server/row-kinds.ts'

export const feedback: ServerArea = {
  name: 'feedback',
  routes: feedbackRoutes,
  publicPages: feedbackPages,
  rowKinds: feedbackRows,
  merge: {
    moves: [
      { table: 'feedback_invitation', key: 'invitation_id', keyType: 'bigint', customer: 'customer_id' },
      { table: 'feedback_response', key: 'response_id', keyType: 'bigint', customer: 'customer_id' },
    ],
  },
}
