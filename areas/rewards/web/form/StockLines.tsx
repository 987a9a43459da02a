import { Button, InputNumber } from 'antd'
import { PlusIcon, Trash2Icon } from 'lucide-react'
import { useId } from 'react'
import { ChoiceSelect } from '#kit/web/ChoiceSelect.tsx'
import type { ControlProps } from '#kit/web/form/fields.ts'
import { useT } from '#kit/web/i18n.ts'
import { Stack } from '#kit/web/Layout.tsx'
import { useLabels } from '#kit/web/labels.ts'
import { createStockLocationChoices, HEAD_OFFICE_POOL_OPTION } from '../places.ts'
import type { StockLine } from './saving.ts'
import '../rewards.css'

const QUANTITY_MAX = 1_000_000

/** Field for the opening stock of a reward, with one line per location. */
export function OpeningStockField({ id, value, onChange }: ControlProps) {
  const t = useT()
  const labels = useLabels('rewards')
  const name = useId()
  const lines = (value ?? []) as StockLine[]
  const updateLine = (index: number, change: StockLine) =>
    onChange?.(lines.map((line, at) => (at === index ? { ...line, ...change } : line)))
  const quantityInput = (index: number, field: 'QtyOnHand' | 'ReorderLevel') => (
    <div>
      <label htmlFor={`${name}${field}${index}`} className="carat-label">
        {labels.field(field)}
      </label>
      <InputNumber<number>
        id={`${name}${field}${index}`}
        min={0}
        max={QUANTITY_MAX}
        precision={0}
        controls={false}
        inputMode="numeric"
        style={{ width: '100%' }}
        value={lines[index]?.[field] ?? null}
        onChange={(quantity) => updateLine(index, { [field]: quantity })}
      />
    </div>
  )
  return (
    <Stack gap="m" as="fieldset" id={id} aria-label={t('rewards:form.stock')}>
      {lines.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a new line has no id.
        <div key={index} className="carat-reward-place">
          <div>
            <label htmlFor={`${name}place${index}`} className="carat-label">
              {t('rewards:stock.place')}
            </label>
            <ChoiceSelect
              id={`${name}place${index}`}
              area="rewards"
              field="StockPlace"
              choices={createStockLocationChoices(t('rewards:stock.pool'))}
              value={line.OutletCode ?? null}
              onChange={(code) => updateLine(index, { OutletCode: typeof code === 'string' ? code : null })}
            />
          </div>
          {quantityInput(index, 'QtyOnHand')}
          {quantityInput(index, 'ReorderLevel')}
          <Button
            type="text"
            danger
            icon={<Trash2Icon aria-hidden />}
            aria-label={t('rewards:stock.removeLine', { number: index + 1 })}
            title={t('rewards:stock.removeLine', { number: index + 1 })}
            onClick={() => onChange?.(lines.filter((_, at) => at !== index))}
          />
        </div>
      ))}
      <div>
        <Button
          icon={<PlusIcon aria-hidden />}
          onClick={() => onChange?.([...lines, { OutletCode: lines.length === 0 ? HEAD_OFFICE_POOL_OPTION : null }])}
        >
          {t('rewards:stock.addPlace')}
        </Button>
      </div>
    </Stack>
  )
}
