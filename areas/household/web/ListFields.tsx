import { Button, Input } from 'antd'
import { PlusIcon, Trash2Icon } from 'lucide-react'
import type { ReactNode } from 'react'
import { ChoiceSelect } from '#kit/web/ChoiceSelect.tsx'
import { DateInput } from '#kit/web/DateInput.tsx'
import type { ControlProps } from '#kit/web/form/fields.ts'
import { useT } from '#kit/web/i18n.ts'
import { Stack } from '#kit/web/Layout.tsx'
import { useLabels } from '#kit/web/labels.ts'
import { type DisplayedDate, type DisplayedSize, householdListLimits } from '../contract.ts'
import { parseWornPlace, wornPlaceOf, wornPlaces } from './places.ts'

type RowsProps<Line> = {
  id: string | undefined
  lines: readonly Line[]
  most: number
  fresh: Line
  add: string
  remove: (index: number) => string
  onChange: ((value: unknown) => void) | undefined
  children: (line: Line, change: (changes: Partial<Line>) => void, name: (field: string) => string) => ReactNode
}

/** Edits a short list line by line, as one form value. */
function LinesField<Line>({ id, lines, most, fresh, add, remove, onChange, children }: RowsProps<Line>) {
  const write = (next: readonly Line[]) => onChange?.(next)
  return (
    <Stack gap="s" id={id} role="group">
      {lines.map((line, index) => {
        const change = (changes: Partial<Line>) =>
          write(lines.map((other, at) => (at === index ? { ...other, ...changes } : other)))
        const name = (field: string) => `${field} ${index + 1}`
        return (
          // The lines of the list have no id, so their position identifies them.
          // biome-ignore lint/suspicious/noArrayIndexKey: a line is identified by its position
          <div className="jewel-line" key={index}>
            {children(line, change, name)}
            <Button
              type="text"
              danger
              icon={<Trash2Icon aria-hidden />}
              aria-label={remove(index + 1)}
              onClick={() => write(lines.filter((_, at) => at !== index))}
            />
          </div>
        )
      })}
      <div>
        <Button
          size="small"
          icon={<PlusIcon aria-hidden />}
          disabled={lines.length >= most}
          onClick={() => write([...lines, fresh])}
        >
          {add}
        </Button>
      </div>
    </Stack>
  )
}

/** Edits sizes by wearer and place. A size without a name is the customer's own. */
export function JewellerySizesField({ id, value, onChange }: ControlProps) {
  const t = useT()
  const labels = useLabels('household')
  return (
    <LinesField<DisplayedSize>
      id={id}
      lines={(value ?? []) as DisplayedSize[]}
      most={householdListLimits.Sizes}
      fresh={{ Person: null, Kind: 'Ring', Finger: 'Left ring', Size: '' }}
      add={t('household:lines.addSize')}
      remove={(index) => t('household:lines.removeSize', { index })}
      onChange={onChange}
    >
      {({ Person, Size, ...size }, change, name) => (
        <>
          <ChoiceSelect
            area="household"
            field="Place"
            choices={wornPlaces}
            aria-label={name(labels.field('Place'))}
            value={wornPlaceOf(size)}
            onChange={(index) => typeof index === 'string' && change(parseWornPlace(index))}
          />
          <Input
            aria-label={name(labels.field('Size'))}
            placeholder={labels.field('Size')}
            maxLength={20}
            value={Size}
            onChange={({ target }) => change({ Size: target.value })}
          />
          <Input
            aria-label={name(labels.field('Person'))}
            placeholder={t('household:lines.own')}
            maxLength={60}
            value={Person ?? ''}
            onChange={({ target }) => change({ Person: target.value === '' ? null : target.value })}
          />
        </>
      )}
    </LinesField>
  )
}

/** Edits the important dates of the customer. */
export function ImportantDatesField({ id, value, onChange }: ControlProps) {
  const t = useT()
  const labels = useLabels('household')
  return (
    <LinesField<DisplayedDate>
      id={id}
      lines={(value ?? []) as DisplayedDate[]}
      most={householdListLimits.Dates}
      fresh={{ Label: '', OccursOn: '' }}
      add={t('household:lines.addDate')}
      remove={(index) => t('household:lines.removeDate', { index })}
      onChange={onChange}
    >
      {({ Label, OccursOn }, change, name) => (
        <>
          <Input
            className="jewel-wide"
            aria-label={name(labels.field('Label'))}
            placeholder={labels.field('Label')}
            maxLength={60}
            value={Label}
            onChange={({ target }) => change({ Label: target.value })}
          />
          <DateInput
            aria-label={name(labels.field('OccursOn'))}
            value={OccursOn === '' ? null : OccursOn}
            onChange={(day) => change({ OccursOn: day ?? '' })}
          />
        </>
      )}
    </LinesField>
  )
}
