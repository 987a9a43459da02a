import { Suspense } from 'react'
import { useT } from './i18n.ts'
import { useProvided } from './provided.ts'
import type { BulkAction, BulkLink } from './ResourceTable.tsx'
import { useSession } from './session.ts'

type Ticked = { CustomerId: number }

/** What areas offer for ticked customers of any list: a campaign's target list, a message, a task for each. */
export function useManyCustomers<Row extends Ticked>(): (BulkAction<Row> | BulkLink<Row>)[] {
  const t = useT()
  const { has } = useSession()
  const { manyCustomers } = useProvided()
  return manyCustomers
    .filter(({ role }) => has(role))
    .map(({ label, Icon, ...act }) => {
      const shown = {
        label: t(label),
        about: ({ CustomerId }: Row) => CustomerId,
        icon: (
          <Suspense>
            <Icon />
          </Suspense>
        ),
      }
      if ('to' in act)
        return {
          ...shown,
          least: 1,
          most: act.most,
          otherwise: t('kit:bulk.mostCustomers', { most: act.most }),
          to: (rows: readonly Row[]) => act.to(rows.map(({ CustomerId }) => CustomerId)),
        }
      const { asks, effect, each, undo } = act
      return {
        ...shown,
        effect: t(effect),
        reason: { label: t(asks.label), maxLength: asks.maxLength, required: true },
        each: ({ CustomerId }: Row, answer: string) => each(CustomerId, answer),
        undo: (_: Row, reply: unknown) => undo(reply),
      }
    })
}
