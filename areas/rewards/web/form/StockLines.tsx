import { Button, InputNumber } from 'antd'
import { PlusIcon, Trash2Icon } from 'lucide-react'
import { useId } from 'react'
import { ChoiceSelect } from '#kit/web/ChoiceSelect.tsx'
import type { ControlProps } from '#kit/web/form/fields.ts'
import { useT } from '#kit/web/i18n.ts'
import { Stack } from '#kit/web/Layout.tsx'
import { useLabels } from '#kit/web/labels.ts'
import { POOL, placesFor } from '../places.ts'
import type { StockLine } from './saving.ts'
import '../rewards.css'

const MOST = 1_000_000

/** What lies where from the start, a line for each place. */
export function StockLines({ id, value, onChange }: ControlProps) {
  const t = useT()
  const labels = useLabels('rewards')
  const name = useId()
  const lines = (value ?? []) as StockLine[]
  const put = (place: number, change: StockLine) =>
    onChange?.(lines.map((line, at) => (at === place ? { ...line, ...change } : line)))
  const figure = (place: number, field: 'QtyOnHand' | 'ReorderLevel') => (
    <div>
      <label htmlFor={`${name}${field}${place}`} className="carat-label">
        {labels.field(field)}
      </label>
      <InputNumber<number>
        id={`${name}${field}${place}`}
        min={0}
        max={MOST}
        precision={0}
        controls={false}
        inputMode="numeric"
        style={{ width: '100%' }}
        value={lines[place]?.[field] ?? null}
        onChange={(typed) => put(place, { [field]: typed })}
      />
    </div>
  )
  return (
    <Stack gap="m" as="fieldset" id={id} aria-label={t('rewards:form.stock')}>
      {lines.map((line, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line has nothing of its own to be known by while it is filled in.
        <div key={place} className="carat-reward-place">
          <div>
            <label htmlFor={`${name}place${place}`} className="carat-label">
              {t('rewards:stock.place')}
            </label>
            <ChoiceSelect
              id={`${name}place${place}`}
              area="rewards"
              field="StockPlace"
              choices={placesFor(t('rewards:stock.pool'))}
              value={line.OutletCode ?? null}
              onChange={(chosen) => put(place, { OutletCode: typeof chosen === 'string' ? chosen : null })}
            />
          </div>
          {figure(place, 'QtyOnHand')}
          {figure(place, 'ReorderLevel')}
          <Button
            type="text"
            danger
            icon={<Trash2Icon aria-hidden />}
            aria-label={t('rewards:stock.removeLine', { number: place + 1 })}
            title={t('rewards:stock.removeLine', { number: place + 1 })}
            onClick={() => onChange?.(lines.filter((_, at) => at !== place))}
          />
        </div>
      ))}
      <div>
        <Button
          icon={<PlusIcon aria-hidden />}
          onClick={() => onChange?.([...lines, { OutletCode: lines.length === 0 ? POOL : null }])}
        >
          {t('rewards:stock.addPlace')}
        </Button>
      </div>
    </Stack>
  )
}
