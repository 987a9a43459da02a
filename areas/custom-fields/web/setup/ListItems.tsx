import { Button, Input, Switch } from 'antd'
import { ArrowDownIcon, ArrowUpIcon, LanguagesIcon, PlusIcon, Trash2Icon } from 'lucide-react'
import { useState } from 'react'
import type { ControlProps } from '#kit/web/form/fields.ts'
import { languages, useT } from '#kit/web/i18n.ts'
import { Columns, EntryList, Row, Stack } from '#kit/web/Layout.tsx'
import { type CustomFieldItem, FIELD_LIST_ITEMS_MAX } from '../../contract/custom-fields.ts'

/** Edits the entries of a list in order. Stored values cannot be edited or removed, only retired. */
export function CustomFieldListEditor({ id, value, onChange, stored }: ControlProps & { stored: readonly string[] }) {
  const t = useT()
  const items = Array.isArray(value) ? inOrder(value as CustomFieldItem[]) : []
  const write = (next: readonly CustomFieldItem[]) => onChange?.(inOrder(next))
  const change = (at: number, part: Partial<CustomFieldItem>) =>
    write(items.map((item, index) => (index === at ? { ...item, ...part } : item)))
  const swap = (at: number, by: number) => {
    const next = [...items]
    ;[next[at], next[at + by]] = [next[at + by]!, next[at]!]
    write(next)
  }
  return (
    <Stack gap="s" id={id}>
      {items.length > 0 && (
        <EntryList as="ol">
          {items.map((item, index) => (
            <ListItemRow
              key={item.SequenceNo}
              item={item}
              isFirst={index === 0}
              isLast={index === items.length - 1}
              isStored={stored.includes(item.Value)}
              onChange={(part) => change(index, part)}
              onMove={(by) => swap(index, by)}
              onRemove={() => write(items.filter((_, at) => at !== index))}
            />
          ))}
        </EntryList>
      )}
      <div>
        <Button
          icon={<PlusIcon aria-hidden />}
          disabled={items.length >= FIELD_LIST_ITEMS_MAX}
          onClick={() => write([...items, { Value: '', Labels: {}, SequenceNo: 0, Status: 'Active' }])}
        >
          {t('custom-fields:items.add')}
        </Button>
      </div>
    </Stack>
  )
}

/** Numbers the entries of a list in their order, in steps of 10. */
const inOrder = (items: readonly CustomFieldItem[]) =>
  items.map((item, index) => ({ ...item, SequenceNo: (index + 1) * 10 }))

type ItemProps = {
  item: CustomFieldItem
  isFirst: boolean
  isLast: boolean
  isStored: boolean
  onChange: (part: Partial<CustomFieldItem>) => void
  onMove: (by: 1 | -1) => void
  onRemove: () => void
}

function ListItemRow({ item, isFirst, isLast, isStored, onChange, onMove, onRemove }: ItemProps) {
  const t = useT()
  const [open, setOpen] = useState(false)
  const name = item.Value || t('custom-fields:items.new')
  const label = (language: keyof CustomFieldItem['Labels'], text: string) => {
    const { [language]: _, ...others } = item.Labels
    onChange({ Labels: text.trim() === '' ? others : { ...others, [language]: text } })
  }
  return (
    <li>
      <Stack gap="s" style={{ flex: 1, minInlineSize: 0 }}>
        <Row gap="xs">
          <Input
            aria-label={t('custom-fields:items.value')}
            value={item.Value}
            maxLength={100}
            readOnly={isStored}
            {...(isStored && { title: t('custom-fields:items.stays') })}
            onChange={({ target }) => onChange({ Value: target.value })}
            style={{ flex: '1 1 220px', minInlineSize: 120 }}
          />
          <Switch
            checked={item.Status === 'Active'}
            aria-label={t('custom-fields:items.active', { name })}
            title={t('custom-fields:items.active', { name })}
            onChange={(on) => onChange({ Status: on ? 'Active' : 'Inactive' })}
          />
          <Button
            type="text"
            icon={<LanguagesIcon aria-hidden />}
            aria-expanded={open}
            aria-label={t('custom-fields:items.labels', { name })}
            onClick={() => setOpen(!open)}
          />
          <Button
            type="text"
            icon={<ArrowUpIcon aria-hidden />}
            disabled={isFirst}
            aria-label={t('kit:columns.up', { name })}
            onClick={() => onMove(-1)}
          />
          <Button
            type="text"
            icon={<ArrowDownIcon aria-hidden />}
            disabled={isLast}
            aria-label={t('kit:columns.down', { name })}
            onClick={() => onMove(1)}
          />
          <Button
            type="text"
            icon={<Trash2Icon aria-hidden />}
            aria-label={t('custom-fields:items.remove', { name })}
            onClick={onRemove}
          />
        </Row>
        {open && (
          <Columns least={180} gap="s">
            {languages.map(({ code, name: language }) => (
              <Input
                key={code}
                lang={code}
                addonBefore={language}
                aria-label={t('custom-fields:items.labelIn', { name, language })}
                value={item.Labels[code] ?? ''}
                placeholder={item.Value}
                maxLength={100}
                onChange={({ target }) => label(code, target.value)}
              />
            ))}
          </Columns>
        )}
      </Stack>
    </li>
  )
}
