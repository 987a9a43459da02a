import { Checkbox } from 'antd'
import { MoneyText } from '#kit/web/Figures.tsx'
import { formatMoney, formatPoints } from '#kit/web/format.ts'
import { useT } from '#kit/web/i18n.ts'
import { Arrow, Muted, Row, Stack, TwoLines } from '#kit/web/Layout.tsx'
import { useLabels } from '#kit/web/labels.ts'
import { MoneyInput } from '#kit/web/MoneyInput.tsx'
import type { Detail, PreviewedLine } from '../../contract.ts'
import { amountOf, cents, divideRounded, plainQuantity, shortPrice, thousandths } from '../amounts.ts'
import { type Chosen, isNothing, isTooMuch, leftOf } from './chosen.ts'

type Props = {
  lines: readonly Detail[]
  chosen: Chosen
  /** What each line would be left with, as far as that is known. */
  preview: readonly PreviewedLine[]
  onChange: (chosen: Chosen) => void
}

/** The lines of a sale, to be ticked; a line of several pieces asks how many. */
export function CancelLines({ lines, chosen, preview, onChange }: Props) {
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
  const left = leftOf(line)
  const gone = isNothing(left)
  const name = line.Description ?? line.Brand
  const wrong =
    quantity === undefined
      ? undefined
      : isTooMuch(line, quantity)
        ? 'tooMuch'
        : isNothing(quantity)
          ? 'nothing'
          : undefined
  const several = line.Quantity !== '1.000'
  return (
    <Row justify="spread" className="carat-box">
      <Checkbox
        checked={quantity !== undefined}
        disabled={gone}
        onChange={({ target }) => onChange(target.checked ? left : undefined)}
      >
        <TwoLines
          second={
            gone
              ? t('sales:lines.allCancelled')
              : [
                  line.Description && line.Brand,
                  `${plainQuantity(line.Quantity)} × ${formatMoney(shortPrice(line.UnitPrice))}`,
                  several && t('sales:cancel.ofPieces', { left, sold: plainQuantity(line.Quantity) }),
                ]
                  .filter(Boolean)
                  .join(' · ')
          }
        >
          {line.SequenceNo}. {name}
        </TwoLines>
      </Checkbox>
      {quantity !== undefined && left !== '1' && (
        <span style={{ inlineSize: 88 }}>
          <MoneyInput
            aria-label={`${labels.field('Quantity')}, ${name}`}
            places={3}
            padded={false}
            negative={false}
            size="small"
            status={wrong ? 'error' : ''}
            aria-invalid={wrong !== undefined}
            value={quantity}
            onChange={onChange}
          />
        </span>
      )}
      {part && quantity !== undefined && !wrong ? (
        <LineEffect part={part} />
      ) : (
        !gone && <LineAsItIs line={line} left={left} />
      )}
      {wrong && (
        <Muted role="alert" className="carat-bad">
          {wrong === 'tooMuch' ? t('sales:cancel.atMost', { left }) : t('sales:cancel.moreThanNothing')}
        </Muted>
      )}
    </Row>
  )
}

/** Amount and points of a line that stays: what is left of what was paid for it, and of what it brought. */
function LineAsItIs({ line, left }: { line: Detail; left: string }) {
  const t = useT()
  const paid = cents(line.NetAmount) + cents(line.Tax)
  const amount = divideRounded(paid * thousandths(left), thousandths(line.Quantity))
  const points = line.PointsEarned - line.PointsReversed
  return (
    <span className="carat-entry-side" style={{ marginInlineStart: 'auto' }}>
      <MoneyText amount={amountOf(amount)} />
      {points > 0 && (
        <Muted>
          {formatPoints(points)} {t('sales:points', { count: points })}
        </Muted>
      )}
    </span>
  )
}

/** Amount and points of a line, before and after. */
function LineEffect({ part }: { part: PreviewedLine }) {
  const t = useT()
  const { AmountBefore, AmountAfter, PointsBefore, PointsAfter } = part
  return (
    <span className="carat-entry-side" style={{ marginInlineStart: 'auto' }}>
      {AmountBefore !== null && <Change before={formatMoney(AmountBefore)} after={formatMoney(AmountAfter)} />}
      {PointsBefore > 0 && (
        <small>
          <Change before={formatPoints(PointsBefore)} after={formatPoints(PointsAfter)} />{' '}
          {t('sales:points', { count: PointsAfter })}
        </small>
      )}
    </span>
  )
}

/** "120 → 90": an arrow to the eye, words to the ear. */
export function Change({ before, after }: { before: string; after: string }) {
  const t = useT()
  if (before === after) return <span className="carat-figure">{after}</span>
  return (
    <span className="carat-figure">
      <span className="carat-unseen">{t('sales:cancel.before')} </span>
      {before}
      <Arrow label={t('sales:cancel.after')} />
      <strong>{after}</strong>
    </span>
  )
}
