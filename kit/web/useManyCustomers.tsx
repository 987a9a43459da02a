import { Suspense } from 'react'
import { useT } from './i18n.ts'
import { useProvided } from './provided.ts'
import type { BulkLink } from './ResourceTable.tsx'
import { useSession } from './session.ts'

/** What areas offer for ticked customers of any list: a campaign's target list, a message. */
export function useManyCustomers<Row extends { CustomerId: number }>(): BulkLink<Row>[] {
  const t = useT()
  const { has } = useSession()
  const { manyCustomers } = useProvided()
  return manyCustomers
    .filter(({ role }) => has(role))
    .map(({ label, Icon, most, to }) => ({
      label: t(label),
      icon: (
        <Suspense>
          <Icon />
        </Suspense>
      ),
      least: 1,
      most,
      otherwise: t('kit:bulk.mostCustomers', { most }),
      to: (rows) => to(rows.map(({ CustomerId }) => CustomerId)),
    }))
}
