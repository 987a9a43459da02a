import { Undo2Icon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { salePath } from '#areas/sales/paths.ts'
import { MoneyText, PointsText } from '#kit/web/Figures.tsx'
import { formatMoney, formatPoints, formatShortDate, getCurrency } from '#kit/web/format.ts'
import { type TranslateFunction, useT } from '#kit/web/i18n.ts'
import { Muted } from '#kit/web/Layout.tsx'
import { useLabels } from '#kit/web/labels.ts'
import type { ExplainedLot } from '../../contract.ts'
import { formatExactPoints, isZeroDecimal, splitPointsBeforeCap, sumWholeParts } from './exact.ts'
import '../points.css'

type Line = ExplainedLot['Lines'][number]

/**
 * Shows the calculation of a lot: each line as Exact + Rounding = Points, then the reduction by a cap as a row.
 * Further rows of the table show the returned, used, expired and remaining points of the lot.
 */
export function LotCalculationTable({ lot }: { lot: ExplainedLot }) {
  const t = useT()
  const labels = useLabels('points')
  const { Lines, Whole, Uses } = lot
  const hasExactPoints = Whole !== null && Whole.Exact !== null
  const capped = hasExactPoints && Lines.some(({ Limit }) => !isZeroDecimal(Limit))
  // Number of columns between the first (the description) and the last (the points).
  const between = hasExactPoints ? 5 : Whole ? 1 : 0
  const uncapped = hasExactPoints ? splitPointsBeforeCap(lot, capped) : undefined
  const elsewhere = Whole ? lot.PointAmount - Whole.PointsEarned : 0
  return (
    <table
      className="carat-table carat-table-figures"
      aria-label={t('points:explain.sum', { points: formatPoints(lot.PointAmount) })}
    >
      {Whole && (
        <thead>
          <tr>
            <th scope="col">{t('points:explain.piece')}</th>
            <Cells count={between}>
              {[
                joinedText(t('points:explain.net'), getCurrency() && `(${getCurrency()})`),
                t('points:explain.rateColumn'),
                t('points:explain.multiplier'),
                t('points:explain.exact'),
                t('points:explain.rounding'),
              ]}
            </Cells>
            <th scope="col">{labels.field('Points')}</th>
          </tr>
        </thead>
      )}
      <tbody>
        {Lines.map((line) => (
          <tr key={line.SequenceNo}>
            <th scope="row">
              {line.Description ?? line.ProductGroupName ?? line.Brand}
              <Muted as="div">
                {[
                  (line.Description || line.ProductGroupName) && line.Brand,
                  line.Description && (line.ProductGroupName ?? line.ProductGroup),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </Muted>
              {hasExactPoints && (
                <Muted as="div" className="points-how">
                  {howOf(line, lot, t)}
                </Muted>
              )}
            </th>
            {hasExactPoints ? (
              <Cells count={between}>
                {[
                  <Net key="net" line={line} />,
                  earns(line) ? (
                    t('points:explain.ratePer', {
                      points: formatMoney(line.PointRate),
                      amount: formatMoney(line.RateAmount),
                    })
                  ) : (
                    <Muted key="rate">{whyNot(line, t)}</Muted>
                  ),
                  earns(line) && (timesOf(lot, t) || '× 1.00'),
                  formatExactPoints(line.Exact),
                  <Signed key="rounding" value={uncapped?.lines.get(line.SequenceNo)?.rounding ?? null} />,
                ]}
              </Cells>
            ) : (
              <Cells count={between}>{[<Net key="net" line={line} />]}</Cells>
            )}
            <td className="carat-table-end">
              <PointsText points={uncapped?.lines.get(line.SequenceNo)?.points ?? line.PointsEarned} />
              {capped && (
                <Muted as="div">{t('points:explain.afterCap', { points: formatPoints(line.PointsEarned) })}</Muted>
              )}
            </td>
          </tr>
        ))}
        {Whole && (Lines.length > 1 || capped || elsewhere !== 0) && (
          <tr className="carat-table-sum">
            <th scope="row">{t('points:explain.whole')}</th>
            <Cells count={between}>
              {hasExactPoints
                ? [
                    <MoneyText key="net" amount={Whole.NetAmount} />,
                    '',
                    '',
                    formatExactPoints(Whole.Exact),
                    <Signed key="rounding" value={uncapped?.rounding ?? null} />,
                  ]
                : [<MoneyText key="net" amount={Whole.NetAmount} />]}
            </Cells>
            <td className="carat-table-end">
              <PointsText points={uncapped?.points ?? Whole.PointsEarned} />
            </td>
          </tr>
        )}
        {Whole && uncapped && capped && (
          <>
            <Use between={between} points={Whole.PointsEarned - uncapped.points}>
              {t(Lines.some(({ Exact }) => Exact.startsWith('-')) ? 'points:explain.lowered' : 'points:explain.cap')}
            </Use>
            <tr className="carat-table-sum">
              <th scope="row">{t('points:explain.afterAll')}</th>
              <Cells count={between}>{[]}</Cells>
              <td className="carat-table-end">
                <PointsText points={Whole.PointsEarned} />
              </td>
            </tr>
          </>
        )}
        {elsewhere !== 0 && (
          <Use between={between} points={elsewhere}>
            {t(lot.TransactionType === 'Merge In' ? 'points:explain.beforeMerge' : 'points:explain.otherEntry')}
          </Use>
        )}
        {Uses.map((use) => (
          <Use key={`${use.HistoryId} ${use.Kind}`} between={between} points={-use.Points}>
            <UsedFor use={use} />
          </Use>
        ))}
        {(Uses.length > 0 || elsewhere !== 0) && (
          <tr className="carat-table-sum">
            <th scope="row">{t('points:explain.leftOfThese')}</th>
            <Cells count={between}>{[]}</Cells>
            <td className="carat-table-end">
              <PointsText points={lot.Remaining} />
            </td>
          </tr>
        )}
      </tbody>
    </table>
  )
}

/** Names the return, reward or sale that used points of a lot. */
function UsedFor({ use }: { use: ExplainedLot['Uses'][number] }) {
  const t = useT()
  const labels = useLabels('points')
  return (
    <>
      {use.TransactionType === 'Reversal' && <Undo2Icon className="carat-mirrored" aria-hidden />}{' '}
      <bdi>
        {use.Returned
          ? t('points:explain.returned', { pieces: use.Returned })
          : labels.value('TransactionType', use.TransactionType)}
        <Muted>
          {use.InvoiceNo && (
            <>
              {' · '}
              <Link
                to={salePath({
                  TransactionType: use.TransactionType === 'Reversal' ? 'C' : 'N',
                  InvoiceNo: use.InvoiceNo,
                })}
              >
                {use.InvoiceNo}
              </Link>
            </>
          )}
          {[use.ReferenceCode, use.Remark, formatShortDate(use.BusinessDate)]
            .filter(Boolean)
            .map((part) => ` · ${part}`)}
        </Muted>
      </bdi>
    </>
  )
}

/** Explains in one or two sentences how the lines were rounded; null if nothing was rounded. */
export function RoundingNote({ lot: { Lines, Whole } }: { lot: ExplainedLot }) {
  const t = useT()
  if (!Whole || Whole.Exact === null) return null
  const parts = sumWholeParts(Lines)
  const sentences = {
    exact: formatExactPoints(Whole.Exact),
    whole: formatPoints(Whole.PointsEarned),
    ...parts,
    sum: formatPoints(parts.sum),
  }
  const notes = []
  if (Lines.some(({ NetAmount, EarningAmount, EligibleYN }) => EligibleYN === 'Y' && NetAmount !== EarningAmount))
    notes.push(t('points:explain.noteVoucher'))
  if (Whole.Limit !== null && !isZeroDecimal(Whole.Limit)) {
    const lowered = Lines.some(({ Exact }) => Exact.startsWith('-'))
    notes.push(t(lowered ? 'points:explain.noteLowered' : 'points:explain.noteLimit', sentences))
  } else if (Whole.Rounding !== null && Lines.length > 1 && Lines.some(({ Rounding }) => !isZeroDecimal(Rounding))) {
    notes.push(t('points:explain.noteRounded', sentences), t('points:explain.noteParts', sentences))
    const over = Whole.PointsEarned - parts.sum
    if (over > 0) notes.push(t('points:explain.noteLeftOver', { count: over }))
  }
  return notes.length > 0 ? (
    <Muted as="p" className="carat-card-body">
      {notes.join(' ')}
    </Muted>
  ) : null
}

/** Renders cells that a narrow screen hides, because its first column shows the same values as a sentence. */
function Cells({ count, children }: { count: number; children: readonly ReactNode[] }) {
  return Array.from({ length: count }, (_, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: columns never change places.
    <td key={index} className="points-calc">
      <bdi>{children[index]}</bdi>
    </td>
  ))
}

function Use({ between, points, children }: { between: number; points: number; children: ReactNode }) {
  return (
    <tr className="carat-table-after">
      <th scope="row">{children}</th>
      <Cells count={between}>{[]}</Cells>
      <td className="carat-table-end">
        <PointsText points={points} sign="signed" />
      </td>
    </tr>
  )
}

function Net({ line }: { line: Line }) {
  const t = useT()
  return (
    <>
      <MoneyText amount={line.NetAmount} />
      {earns(line) && line.EarningAmount !== line.NetAmount && (
        <Muted as="div">{t('points:explain.earningPart', { amount: formatMoney(line.EarningAmount) })}</Muted>
      )}
    </>
  )
}

function Signed({ value }: { value: string | null }) {
  if (value === null) return null
  if (isZeroDecimal(value)) return <Muted>0.00</Muted>
  return (
    <span className="carat-figure" dir="ltr">
      {value.startsWith('-') ? formatExactPoints(value) : `+${formatExactPoints(value)}`}
    </span>
  )
}

const earns = ({ EligibleYN, RateAmount, PointRate }: Line) =>
  EligibleYN === 'Y' && RateAmount !== null && PointRate !== null

const whyNot = ({ EligibleYN }: Line, t: TranslateFunction) =>
  t(EligibleYN === 'N' ? 'points:explain.notEligible' : 'points:explain.noRate')

const isOne = (multiplier: string | null) => multiplier === null || /^1(\.0*)?$/.test(multiplier)

/** "× 2.00 Festive × 1.25 tier": the multipliers of the rate; empty if all are 1. */
const timesOf = (lot: ExplainedLot, t: TranslateFunction) =>
  [
    !isOne(lot.StructureMultiplier) &&
      t('points:explain.timesPlan', { multiplier: lot.StructureMultiplier ?? '', name: lot.StructureName ?? '' }),
    !isOne(lot.LevelMultiplier) &&
      t(lot.BirthdayYN === 'Y' ? 'points:explain.timesBirthday' : 'points:explain.timesLevel', {
        multiplier: formatMoney(lot.LevelMultiplier),
        name: lot.CardCategoryName ?? '',
      }),
  ]
    .filter(Boolean)
    .join(' ')

/** Returns the calculation of a line as a formula on phones: "3,500.00 × 1.00 / 10.00 × 1.25 tier = 437.50". */
const howOf = (line: Line, lot: ExplainedLot, t: TranslateFunction) =>
  earns(line)
    ? `${formatMoney(line.EarningAmount)} × ${formatMoney(line.PointRate)} / ${formatMoney(line.RateAmount)} ${timesOf(lot, t)} = ${formatExactPoints(line.Exact)}`
    : `${formatMoney(line.NetAmount)}: ${whyNot(line, t)}`

const joinedText = (...parts: readonly string[]) => parts.filter(Boolean).join(' ')
