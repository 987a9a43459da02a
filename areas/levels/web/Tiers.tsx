import { CardCategoryChangeLabel } from '#areas/memberships/web/index.ts'
import { listCardCategories } from '#areas/tiers/contract/card-categories.ts'
import { useT } from '#kit/web/i18n.ts'
import { useRead } from '#kit/web/useRead.ts'

const STALE_MS = 10 * 60_000

/** Returns all card categories, so that lists show names instead of codes. */
export function useCardCategories() {
  const { data } = useRead(listCardCategories, { Rows: 1000 }, { staleTime: STALE_MS })
  return data?.rows ?? []
}

/** A change from one card category to another. */
export function TierChangeLabel({ from, to }: { from: string | null; to: string | null }) {
  const words = useT()
  const tiers = useCardCategories()
  const tier = (code: string | null) => {
    const category = tiers.find(({ Code }) => Code === code)
    return { name: category?.Name ?? code ?? words('customers:member.nonPremium'), color: category?.Color }
  }
  return <CardCategoryChangeLabel from={tier(from)} to={tier(to)} />
}
