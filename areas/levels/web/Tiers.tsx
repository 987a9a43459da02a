import { listCardCategories } from '#areas/memberships/contract/card-categories.ts'
import { call } from '#kit/web/call.ts'
import { t, useT } from '#kit/web/i18n.ts'
import { Arrow, Muted, Row } from '#kit/web/Layout.tsx'
import { TierBadge } from '#kit/web/Tier.tsx'
import { useRead } from '#kit/web/useRead.ts'

const STALE_MS = 10 * 60_000

/** The few card categories there are: lists carry their codes only. */
export function useTiers() {
  const { data } = useRead(listCardCategories, { Rows: 1000 }, { staleTime: STALE_MS })
  return data?.rows ?? []
}

/** A card category by its colour and name; without one a member is not premium. */
export function Tier({ code }: { code: string | null }) {
  const words = useT()
  const tier = useTiers().find(({ Code }) => Code === code)
  if (code === null) return <Muted>{words('kit:member.nonPremium')}</Muted>
  return <TierBadge name={tier?.Name ?? code} color={tier?.Color} />
}

/** From one card category to another. */
export function Move({ from, to }: { from: string | null; to: string | null }) {
  const words = useT()
  return (
    <Row gap="none" as="span">
      <Tier code={from} />
      <Arrow label={words('levels:becomes')} />
      <Tier code={to} />
    </Row>
  )
}

/** The same words for a file. */
export async function tierWords() {
  const { rows } = await call(listCardCategories, { Rows: 1000 })
  return { '': t('kit:member.nonPremium'), ...Object.fromEntries(rows.map(({ Code, Name }) => [Code, Name])) }
}
