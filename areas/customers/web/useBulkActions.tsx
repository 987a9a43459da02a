import { Suspense } from 'react'
import { useT } from '#kit/web/i18n.ts'
import { useSession } from '#kit/web/session.ts'
import { useSlot } from '#kit/web/slots.ts'
import type { BulkAction, BulkLink } from '#kit/web/table/bulk.ts'
import { bulkActionsSlot } from './slots.ts'

type Ticked = { CustomerId: number }

/** Bulk actions contributed by other areas, such as a message or a task for each customer. */
export function useContributedCustomerBulkActions<Row extends Ticked>(): (BulkAction<Row> | BulkLink<Row>)[] {
  const t = useT()
  const { has } = useSession()
  return useSlot(bulkActionsSlot)
    .filter(({ role }) => has(role))
    .map(({ label, Icon, ...action }) => {
      const common = {
        label: t(label),
        about: ({ CustomerId }: Row) => CustomerId,
        icon: (
          <Suspense>
            <Icon />
          </Suspense>
        ),
      }
      if ('to' in action)
        return {
          ...common,
          least: 1,
          most: action.most,
          otherwise: t('customers:member.mostSelected', { most: action.most }),
          to: (rows: readonly Row[]) => action.to(rows.map(({ CustomerId }) => CustomerId)),
        }
      const { question, effect, each, undo } = action
      return {
        ...common,
        effect: t(effect),
        reason: { label: t(question.label), maxLength: question.maxLength, required: true },
        each: ({ CustomerId }: Row, answer: string) => each(CustomerId, answer),
        undo: (_: Row, reply: unknown) => undo(reply),
      }
    })
}
