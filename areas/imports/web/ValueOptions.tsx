import { Button, Input, Select } from 'antd'
import { PlusIcon } from 'lucide-react'
import { useT } from '#kit/web/i18n.ts'
import { Columns, Row, Stack } from '#kit/web/Layout.tsx'
import { LabelledControl } from './Labelled.tsx'
import type { ImportOptions } from './options.ts'

type Props = {
  fields: readonly { field: string; label: string }[]
  columns: readonly string[]
  options: ImportOptions
  onChange: (change: Partial<ImportOptions>) => void
}

/** The form for joined columns, and for words of the file that are replaced by our values. */
export function ColumnValueOptions({ fields, columns, options: { join, words }, onChange }: Props) {
  const t = useT()
  const fieldOptions = fields.map(({ field, label }) => ({ value: field, label }))
  const setJoin = (index: number, change: Partial<ImportOptions['join'][number]>) =>
    onChange({ join: join.map((part, at) => (at === index ? { ...part, ...change } : part)) })
  const setWord = (index: number, change: Partial<ImportOptions['words'][number]>) =>
    onChange({ words: words.map((replacement, at) => (at === index ? { ...replacement, ...change } : replacement)) })
  const fieldSelect = (id: string, value: string | null, choose: (field: string) => void) => (
    <Select
      id={id}
      showSearch={{ optionFilterProp: 'label' }}
      value={value}
      onChange={(field) => field !== null && choose(field)}
      options={fieldOptions}
    />
  )
  return (
    <Stack gap="m">
      {join.map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other identity
        <Columns key={index} least={220} gap="m">
          <LabelledControl label={t('kit:table.field')}>
            {(id) => fieldSelect(id, part.field, (field) => setJoin(index, { field }))}
          </LabelledControl>
          <LabelledControl label={t('imports:options.joined')}>
            {(id) => (
              <Select
                id={id}
                mode="multiple"
                value={part.columns}
                onChange={(selected) => setJoin(index, { columns: selected })}
                options={columns.map((value) => ({ value, label: value }))}
              />
            )}
          </LabelledControl>
          <Row>
            <Button onClick={() => onChange({ join: join.filter((_, at) => at !== index) })}>
              {t('kit:verbs.remove')}
            </Button>
          </Row>
        </Columns>
      ))}
      {words.map((replacement, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other identity
        <Columns key={index} least={220} gap="m">
          <LabelledControl label={t('kit:table.field')}>
            {(id) => fieldSelect(id, replacement.field, (field) => setWord(index, { field }))}
          </LabelledControl>
          <LabelledControl label={t('imports:options.word')}>
            {(id) => (
              <Input
                id={id}
                maxLength={100}
                value={replacement.word}
                onChange={({ target }) => setWord(index, { word: target.value })}
              />
            )}
          </LabelledControl>
          <LabelledControl label={t('imports:options.meaning')}>
            {(id) => (
              <Input
                id={id}
                maxLength={300}
                value={replacement.value}
                onChange={({ target }) => setWord(index, { value: target.value })}
              />
            )}
          </LabelledControl>
          <Row>
            <Button onClick={() => onChange({ words: words.filter((_, at) => at !== index) })}>
              {t('kit:verbs.remove')}
            </Button>
          </Row>
        </Columns>
      ))}
      <Row>
        <Button
          icon={<PlusIcon aria-hidden size={16} />}
          onClick={() => onChange({ join: [...join, { field: null, columns: [] }] })}
        >
          {t('imports:options.addJoin')}
        </Button>
        <Button
          icon={<PlusIcon aria-hidden size={16} />}
          onClick={() => onChange({ words: [...words, { field: null, word: '', value: '' }] })}
        >
          {t('imports:options.addWord')}
        </Button>
      </Row>
    </Stack>
  )
}
