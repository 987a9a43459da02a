import { Checkbox } from 'antd'
import { MoneyText, PointsText } from '#kit/web/Figures.tsx'
import { useT } from '#kit/web/i18n.ts'
import { useLabels } from '#kit/web/labels.ts'
import { MoneyInput } from '#kit/web/MoneyInput.tsx'
import type { Detail } from '../../contract.ts'
import { amountOf, plainQuantity, takenBack } from '../amounts.ts'
import { type Chosen, isNothing, isTooMuch, leftOf } from './chosen.ts'

type Props = { lines: readonly Detail[]; chosen: Chosen; onChange: (chosen: Chosen) => void }

/** The lines of a sale, to be ticked; a line of several pieces asks how many. */
export function CancelLines({ lines, chosen, onChange }: Props) {
  const t = useT()
  const without = (number: number) =>
    Object.fromEntries(Object.entries(chosen).filter(([other]) => other !== String(number)))
  return (
    <fieldset className="sales-choose">
      <legend>{t('sales:cancel.which')}</legend>
      {lines.map((line) => (
        <ChosenLine
          key={line.SequenceNo}
          line={line}
          quantity={chosen[line.SequenceNo]}
          onChange={(quantity) =>
            onChange(quantity === undefined ? without(line.SequenceNo) : { ...chosen, [line.SequenceNo]: quantity })
          }
        />
      ))}
    </fieldset>
  )
}

type LineProps = { line: Detail; quantity: string | undefined; onChange: (quantity: string | undefined) => void }

function ChosenLine({ line, quantity, onChange }: LineProps) {
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
  const effect = quantity !== undefined && !wrong && takenBack(line, quantity)
  return (
    <div className={`sales-choose-line${gone ? ' sales-gone' : ''}`}>
      <Checkbox
        checked={quantity !== undefined}
        disabled={gone}
        onChange={({ target }) => onChange(target.checked ? left : undefined)}
      >
        <span className="sales-choose-name">
          {name}
          <small className="sales-quiet">
            {gone
              ? t('sales:lines.allCancelled')
              : [
                  line.Description && line.Brand,
                  t('sales:cancel.ofPieces', { left, sold: plainQuantity(line.Quantity) }),
                ]
                  .filter(Boolean)
                  .join(' · ')}
          </small>
        </span>
      </Checkbox>
      {quantity !== undefined && left !== '1' && (
        <span className="sales-choose-quantity">
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
      {effect && (
        <span className="sales-choose-effect">
          <MoneyText amount={`-${amountOf(effect.money)}`} sign="signed" />
          <small>
            <PointsText points={-Number(effect.points)} sign="signed" />{' '}
            {t('sales:points', { count: Number(effect.points) })}
          </small>
        </span>
      )}
      {wrong && (
        <small role="alert" className="sales-wrong sales-choose-wrong">
          {wrong === 'tooMuch' ? t('sales:cancel.atMost', { left }) : t('sales:cancel.moreThanNothing')}
        </small>
      )}
    </div>
  )
}
