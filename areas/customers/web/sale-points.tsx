import { PointsText } from '#kit/web/Figures.tsx'
import { formatMoney, formatSigned, trimDecimals } from '#kit/web/format.ts'
import { currentLanguage, t } from '#kit/web/i18n.ts'
import { SumList } from '#kit/web/Layout.tsx'
import type { SalePoints } from '../contract/sale-points.ts'

type Row = { key: string; label: string; points: number; strong?: boolean }

/**
 * Returns rows with the non-zero parts of a sale's points, and the total if there are several parts.
 * Every page with the points of a sale, and the printed slip, show the rows of these parts.
 */
export function listSalePointParts(points: SalePoints): Row[] {
  const parts = [
    { key: 'earned', label: t('customers:salePoints.earned'), points: points.Earned },
    ...points.Bonuses.map(({ Code, Name, Points }) => ({ key: `bonus ${Code}`, label: Name, points: Points })),
    { key: 'reversed', label: t('customers:salePoints.reversed'), points: -points.Reversed },
  ].filter((row) => row.points !== 0)
  const pending = { key: 'pending', label: t('customers:salePoints.pending'), points: points.Pending, strong: true }
  if (points.Pending > 0) return [...parts, pending]
  const total = { key: 'total', label: t('customers:salePoints.total'), points: points.Total, strong: true }
  if (parts.length > 1) return [...parts, total]
  return [
    { ...total, label: parts[0]?.key === 'earned' ? t('customers:salePoints.only') : (parts[0]?.label ?? total.label) },
  ]
}

/** The rows from exact to whole points: exact points, reduction by a limit, rounding. Empty without a difference. */
export function listRoundingRows({
  Exact,
  Limit,
  Rounding,
}: SalePoints): { key: string; label: string; value: string }[] {
  if (Exact === null || (isZero(Limit) && isZero(Rounding))) return []
  return [
    { key: 'exact', label: t('customers:salePoints.exact'), value: formatExact(Exact) },
    { key: 'limit', label: t('customers:salePoints.limit'), value: formatSignedAmount(Limit) },
    { key: 'rounding', label: t('customers:salePoints.rounding'), value: formatSignedAmount(Rounding) },
  ].filter(({ key, value }) => key === 'exact' || value !== '')
}

/**
 * The parts of a sale's points in one line: 'Base points +544 · Bridal season +194 · Total points +738'.
 * The text of the parts is empty if a sale's points have a single part.
 */
export function formatSalePointNote(points: SalePoints, { total = false } = {}): string {
  const rows = listSalePointParts(points)
  return rows.length < 2
    ? ''
    : rows
        .filter(({ strong }) => total || !strong)
        .map(rowText)
        .join(' · ')
}

/** Returns a text for the bonuses in the awarded points, such as 'of which Bridal season +194'. */
export function formatBonusNote({ Bonuses }: SalePoints): string {
  const names = Bonuses.map(({ Name, Points }) => `${Name} ${formatSigned(Points)}`)
  if (names.length === 0) return ''
  const bonuses = new Intl.ListFormat(currentLanguage(), { type: 'conjunction' }).format(names)
  return t('customers:salePoints.ofWhich', { bonuses })
}

type Props = { points: SalePoints; rounding?: boolean }

export const SalePointSums = ({ points, rounding = false }: Props) => (
  <SumList
    items={[
      ...(rounding ? listRoundingRows(points) : []),
      ...listSalePointParts(points).map(({ label, points, strong }) => ({
        label: <bdi>{label}</bdi>,
        value: <PointsText points={points} sign="signed" />,
        strong: strong ?? false,
      })),
    ]}
  />
)

const rowText = ({ label, points }: Row) => `${label} ${formatSigned(points)}`
const isZero = (amount: string | null) => amount === null || /^-?0(\.0*)?$/.test(amount)

const formatExact = (exact: string) => formatMoney(trimDecimals(exact))
const formatSignedAmount = (amount: string | null) =>
  amount === null || isZero(amount) ? '' : `${amount.startsWith('-') ? '' : '+'}${formatExact(amount)}`
