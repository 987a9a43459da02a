import { Button, Input } from 'antd'
import { PlusIcon, Trash2Icon } from 'lucide-react'
import type { ReactNode } from 'react'
import { ChoiceSelect } from '#kit/web/ChoiceSelect.tsx'
import { DateInput } from '#kit/web/DateInput.tsx'
import type { ControlProps } from '#kit/web/form/fields.ts'
import { useT } from '#kit/web/i18n.ts'
import { Stack } from '#kit/web/Layout.tsx'
import { useLabels } from '#kit/web/labels.ts'
import { type DateShown, most, type SizeShown } from '../contract.ts'
import { atPlace, placeOf, places } from './places.ts'

type RowsProps<Line> = {
  id: string | undefined
  lines: readonly Line[]
  most: number
  fresh: Line
  add: string
  remove: (place: number) => string
  onChange: ((value: unknown) => void) | undefined
  children: (line: Line, change: (changes: Partial<Line>) => void, name: (field: string) => string) => ReactNode
}

/** A short list that is typed line by line; it is kept with the form. */
function LinesField<Line>({ id, lines, most, fresh, add, remove, onChange, children }: RowsProps<Line>) {
  const write = (next: readonly Line[]) => onChange?.(next)
  return (
    <Stack gap="s" id={id} role="group">
      {lines.map((line, place) => {
        const change = (changes: Partial<Line>) =>
          write(lines.map((one, at) => (at === place ? { ...one, ...changes } : one)))
        const name = (field: string) => `${field} ${place + 1}`
        return (
          // Lines have no name of their own; their place is all there is.
          // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place
          <div className="jewel-line" key={place}>
            {children(line, change, name)}
            <Button
              type="text"
              danger
              icon={<Trash2Icon aria-hidden />}
              aria-label={remove(place + 1)}
              onClick={() => write(lines.filter((_, at) => at !== place))}
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

/** Sizes, by whom and where; without a name they are the customer's own. */
export function SizesField({ id, value, onChange }: ControlProps) {
  const t = useT()
  const labels = useLabels('household')
  return (
    <LinesField<SizeShown>
      id={id}
      lines={(value ?? []) as SizeShown[]}
      most={most.Sizes}
      fresh={{ Person: null, Kind: 'Ring', Finger: 'Left ring', Size: '' }}
      add={t('household:lines.addSize')}
      remove={(place) => t('household:lines.removeSize', { place })}
      onChange={onChange}
    >
      {({ Person, Size, ...size }, change, name) => (
        <>
          <ChoiceSelect
            area="household"
            field="Place"
            choices={places}
            aria-label={name(labels.field('Place'))}
            value={placeOf(size)}
            onChange={(place) => typeof place === 'string' && change(atPlace(place))}
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

/** Days that count for the customer. */
export function DatesField({ id, value, onChange }: ControlProps) {
  const t = useT()
  const labels = useLabels('household')
  return (
    <LinesField<DateShown>
      id={id}
      lines={(value ?? []) as DateShown[]}
      most={most.Dates}
      fresh={{ Label: '', OccursOn: '' }}
      add={t('household:lines.addDate')}
      remove={(place) => t('household:lines.removeDate', { place })}
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
