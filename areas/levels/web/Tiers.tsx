import { listCardCategories } from '#areas/memberships/contract/card-categories.ts'
import { call } from '#kit/web/call.ts'
import { t, useT } from '#kit/web/i18n.ts'
import { Muted } from '#kit/web/Layout.tsx'
import { TierBadge, TierChange } from '#kit/web/Tier.tsx'
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
  const tiers = useTiers()
  const tier = (code: string | null) => {
    const found = tiers.find(({ Code }) => Code === code)
    return { name: found?.Name ?? code ?? words('kit:member.nonPremium'), color: found?.Color }
  }
  return <TierChange from={tier(from)} to={tier(to)} />
}

/** The same words for a file. */
export async function tierWords() {
  const { rows } = await call(listCardCategories, { Rows: 1000 })
  return { '': t('kit:member.nonPremium'), ...Object.fromEntries(rows.map(({ Code, Name }) => [Code, Name])) }
}
