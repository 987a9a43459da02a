import { Button, Input, Select } from 'antd'
import { PlusIcon } from 'lucide-react'
import { useT } from '#kit/web/i18n.ts'
import { Columns, Row, Stack } from '#kit/web/Layout.tsx'
import { Labelled } from './Labelled.tsx'
import type { Options } from './options.ts'

type Props = {
  fields: readonly { field: string; label: string }[]
  columns: readonly string[]
  options: Options
  onChange: (change: Partial<Options>) => void
}

/** Columns that make one field together, and words of the file that stand for values. */
export function ValueOptions({ fields, columns, options: { join, words }, onChange }: Props) {
  const t = useT()
  const fieldOptions = fields.map(({ field, label }) => ({ value: field, label }))
  const setJoin = (place: number, change: Partial<Options['join'][number]>) =>
    onChange({ join: join.map((one, at) => (at === place ? { ...one, ...change } : one)) })
  const setWord = (place: number, change: Partial<Options['words'][number]>) =>
    onChange({ words: words.map((one, at) => (at === place ? { ...one, ...change } : one)) })
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
      {join.map((one, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows have no identity but their place
        <Columns key={place} least={220} gap="m">
          <Labelled label={t('kit:table.field')}>
            {(id) => fieldSelect(id, one.field, (field) => setJoin(place, { field }))}
          </Labelled>
          <Labelled label={t('imports:options.joined')}>
            {(id) => (
              <Select
                id={id}
                mode="multiple"
                value={one.columns}
                onChange={(chosen) => setJoin(place, { columns: chosen })}
                options={columns.map((value) => ({ value, label: value }))}
              />
            )}
          </Labelled>
          <Row>
            <Button onClick={() => onChange({ join: join.filter((_, at) => at !== place) })}>
              {t('kit:verbs.remove')}
            </Button>
          </Row>
        </Columns>
      ))}
      {words.map((one, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows have no identity but their place
        <Columns key={place} least={220} gap="m">
          <Labelled label={t('kit:table.field')}>
            {(id) => fieldSelect(id, one.field, (field) => setWord(place, { field }))}
          </Labelled>
          <Labelled label={t('imports:options.word')}>
            {(id) => (
              <Input
                id={id}
                maxLength={100}
                value={one.word}
                onChange={({ target }) => setWord(place, { word: target.value })}
              />
            )}
          </Labelled>
          <Labelled label={t('imports:options.meaning')}>
            {(id) => (
              <Input
                id={id}
                maxLength={300}
                value={one.value}
                onChange={({ target }) => setWord(place, { value: target.value })}
              />
            )}
          </Labelled>
          <Row>
            <Button onClick={() => onChange({ words: words.filter((_, at) => at !== place) })}>
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
