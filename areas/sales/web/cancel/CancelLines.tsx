import { Checkbox } from 'antd'
import { MoneyText } from '#kit/web/Figures.tsx'
import { formatMoney, formatPoints } from '#kit/web/format.ts'
import { useT } from '#kit/web/i18n.ts'
import { ChangeArrow, Muted, Row, Stack, TwoLineText } from '#kit/web/Layout.tsx'
import { useLabels } from '#kit/web/labels.ts'
import { MoneyInput } from '#kit/web/MoneyInput.tsx'
import type { Detail, PreviewedLine } from '../../contract.ts'
import { divideRounded, toCents, toThousandths, trimPriceZeros, trimQuantityZeros, unitsToAmount } from '../amounts.ts'
import { pieceDescription, pieceName } from '../piece.ts'
import {
  type CancelledQuantities,
  cancellableQuantity,
  exceedsRemainingQuantity,
  isZeroQuantity,
} from './cancelled-quantities.ts'

type Props = {
  lines: readonly Detail[]
  chosen: CancelledQuantities
  /** Lines of the preview with what is left after the cancellation; empty until the preview is loaded. */
  preview: readonly PreviewedLine[]
  onChange: (chosen: CancelledQuantities) => void
}

/** Lists the lines of a sale as check boxes; a line with several pieces also has a field for the quantity. */
export function CancelLinesField({ lines, chosen, preview, onChange }: Props) {
  const t = useT()
  const without = (number: number) =>
    Object.fromEntries(Object.entries(chosen).filter(([other]) => other !== String(number)))
  return (
    <Stack as="fieldset" gap="s">
      <legend className="carat-label">{t('sales:cancel.which')}</legend>
      {lines.map((line) => (
        <ChosenLine
          key={line.SequenceNo}
          line={line}
          quantity={chosen[line.SequenceNo]}
          part={preview.find(({ SequenceNo }) => SequenceNo === line.SequenceNo)}
          onChange={(quantity) =>
            onChange(quantity === undefined ? without(line.SequenceNo) : { ...chosen, [line.SequenceNo]: quantity })
          }
        />
      ))}
    </Stack>
  )
}

type LineProps = {
  line: Detail
  quantity: string | undefined
  part: PreviewedLine | undefined
  onChange: (quantity: string | undefined) => void
}

function ChosenLine({ line, quantity, part, onChange }: LineProps) {
  const t = useT()
  const labels = useLabels('sales')
  const remaining = cancellableQuantity(line)
  const isReturned = isZeroQuantity(remaining)
  const name = pieceName(line)
  const quantityError =
    quantity === undefined
      ? undefined
      : exceedsRemainingQuantity(line, quantity)
        ? 'tooMuch'
        : isZeroQuantity(quantity)
          ? 'nothing'
          : undefined
  const several = line.Quantity !== '1.000'
  return (
    <Row justify="spread" className="carat-box">
      <Checkbox
        checked={quantity !== undefined}
        disabled={isReturned}
        onChange={({ target }) => onChange(target.checked ? remaining : undefined)}
      >
        <TwoLineText
          second={
            isReturned
              ? t('sales:lines.allCancelled')
              : [
                  ...pieceDescription(line),
                  `${trimQuantityZeros(line.Quantity)} × ${formatMoney(trimPriceZeros(line.UnitPrice))}`,
                  several && t('sales:cancel.ofPieces', { left: remaining, sold: trimQuantityZeros(line.Quantity) }),
                ]
                  .filter(Boolean)
                  .join(' · ')
          }
        >
          {line.SequenceNo}. {name}
        </TwoLineText>
      </Checkbox>
      {quantity !== undefined && remaining !== '1' && (
        <span style={{ inlineSize: 88 }}>
          <MoneyInput
            aria-label={`${labels.field('Quantity')}, ${name}`}
            places={3}
            padded={false}
            negative={false}
            size="small"
            status={quantityError ? 'error' : ''}
            aria-invalid={quantityError !== undefined}
            value={quantity}
            onChange={onChange}
          />
        </span>
      )}
      {part && quantity !== undefined && !quantityError ? (
        <LineEffect part={part} />
      ) : (
        !isReturned && <UnchangedLine line={line} left={remaining} />
      )}
      {quantityError && (
        <Muted role="alert" className="carat-bad">
          {quantityError === 'tooMuch'
            ? t('sales:cancel.atMost', { left: remaining })
            : t('sales:cancel.moreThanNothing')}
        </Muted>
      )}
    </Row>
  )
}

/** Shows the remaining amount and points of a line that is not selected. */
function UnchangedLine({ line, left }: { line: Detail; left: string }) {
  const t = useT()
  const total = toCents(line.NetAmount) + toCents(line.Tax)
  const amount = divideRounded(total * toThousandths(left), toThousandths(line.Quantity))
  const points = line.PointsEarned - line.PointsReversed
  return (
    <span className="carat-entry-side" style={{ marginInlineStart: 'auto' }}>
      <MoneyText amount={unitsToAmount(amount)} />
      {points > 0 && (
        <Muted>
          {formatPoints(points)} {t('sales:points', { count: points })}
        </Muted>
      )}
    </span>
  )
}

/** Shows the amount and points of a line before and after the cancellation. */
function LineEffect({ part }: { part: PreviewedLine }) {
  const t = useT()
  const { AmountBefore, AmountAfter, PointsBefore, PointsAfter } = part
  return (
    <span className="carat-entry-side" style={{ marginInlineStart: 'auto' }}>
      {AmountBefore !== null && (
        <RemainingQuantityChange before={formatMoney(AmountBefore)} after={formatMoney(AmountAfter)} />
      )}
      {PointsBefore > 0 && (
        <small>
          <RemainingQuantityChange before={formatPoints(PointsBefore)} after={formatPoints(PointsAfter)} />{' '}
          {t('sales:points', { count: PointsAfter })}
        </small>
      )}
    </span>
  )
}

/** Shows a change as "120 → 90"; screen readers read words instead of the arrow. */
export function RemainingQuantityChange({ before, after }: { before: string; after: string }) {
  const t = useT()
  if (before === after) return <span className="carat-figure">{after}</span>
  return (
    <span className="carat-figure">
      <span className="carat-unseen">{t('sales:cancel.before')} </span>
      {before}
      <ChangeArrow label={t('sales:cancel.after')} />
      <strong>{after}</strong>
    </span>
  )
}
