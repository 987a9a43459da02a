import { BanIcon, CircleCheckIcon, Trash2Icon } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { Endpoint } from '#kit/contract/endpoint.ts'
import { call } from './call.ts'
import { FormDialog } from './FormDialog.tsx'
import type { FormField } from './form/fields.ts'
import { useT } from './i18n.ts'
import type { Area } from './labels.ts'
import { useHistory } from './RecordHistory.tsx'
import { ResourceTable } from './ResourceTable.tsx'
import { type ShellKey, usePageAction } from './screen.ts'
import type { BulkAction } from './table/bulk.ts'
import type { Column } from './table/columns.tsx'
import type { FilterOf, ListEndpoint, RowOf } from './table/list.ts'
import type { RowAction } from './table/RowActions.tsx'
import type { Search } from './table/search.ts'
import { useCall } from './useCall.ts'
import type { TextKey } from './vocabulary.ts'

// The list of a setup record with its dialogs, from what `record()` of the contract declares. What a page says is what the declaration
// cannot know: columns, filters, the order of the fields. A page that is more than that uses ResourceTable and FormDialog itself.

type Listed = { key: string; subject: string; list: ListEndpoint } & Record<
  'add' | 'update' | 'remove' | 'restore',
  Endpoint
>

/** The place of a record's texts: `memberships:cardGroup` holds created, createFailed, updated, deleteQuestion, empty … */
type Words = TextKey extends infer Key ? (Key extends `${infer Place}.deleteQuestion` ? Place : never) : never

type ListProps<R extends Listed> = {
  area: Area
  record: R
  words: Words
  /** The title of the screen. */
  heading: ShellKey
  columns: readonly Column<RowOf<R['list']>>[]
  optional?: readonly Column<RowOf<R['list']>>[]
  search: Search<FilterOf<R['list']>>
  /** The field by which people call it. */
  named: keyof RowOf<R['list']> & string
  rowLink?: (row: RowOf<R['list']>) => string | undefined
  /** The title where it was not deleted, if `deleteFailed` alone does not say it. */
  deleteFailed?: (error: Error) => string
}

type Props<R extends Listed> = Omit<ListProps<R>, 'rowLink'> & {
  /** The title of the dialog for a new one: the words of the page's add button. */
  adding: ShellKey
  fields: readonly FormField<R['add']>[]
  /** Where it is changed by other fields than it is made with. */
  changes?: readonly FormField<R['update']>[]
}

/** What a setup screen is: the list, a dialog for a new record and one for changes, delete with undo, history. */
export function RecordPage<R extends Listed>({ adding, fields, changes, ...list }: Props<R>) {
  const { area, record, words } = list
  const t = useT()
  const [isAdding, setAdding] = useState(false)
  const [edited, setEdited] = useState<RowOf<R['list']>>()
  const history = useHistory(area, record.subject)
  usePageAction(() => setAdding(true))
  const word = wordsOf(words)
  return (
    <>
      <RecordList
        {...list}
        actions={(row, name) => [
          { label: t('kit:verbs.edit'), run: () => setEdited(row) },
          history.of(keyIn(record, row), name),
        ]}
      />
      {history.node}
      <FormDialog<Endpoint>
        area={area}
        title={t(adding)}
        open={isAdding}
        onClose={() => setAdding(false)}
        call={record.add}
        fields={fields as readonly FormField<Endpoint>[]}
        headline={(reply) => t('kit:headlines.created', { name: nameIn(list.named, reply) })}
        done={word('created')}
        failed={word('createFailed')}
      />
      <FormDialog<Endpoint>
        area={area}
        title={t(word('edit'))}
        open={edited !== undefined}
        onClose={() => setEdited(undefined)}
        call={record.update}
        initial={edited}
        fields={(changes ?? fields) as readonly FormField<Endpoint>[]}
        headline={(reply) => t('kit:headlines.saved', { name: nameIn(list.named, reply) })}
        done={word('updated')}
        failed={word('updateFailed')}
      />
    </>
  )
}

/** The list alone, for records that have a page of their own. `actions` stand before Delete. */
export function RecordList<R extends Listed>({
  record,
  words,
  heading,
  named,
  actions,
  deleteFailed,
  ...table
}: ListProps<R> & { actions: (row: RowOf<R['list']>, name: string) => (RowAction | false)[] }) {
  type Row = RowOf<R['list']>
  const t = useT()
  const word = wordsOf(words)
  const nameOf = (row: Row) => `${row[named]}`
  const remove = useCall<Endpoint>(record.remove, {
    headline: (reply) => t('kit:headlines.deleted', { name: nameIn(named, reply) }),
    done: word('deleted'),
    failed: deleteFailed ?? word('deleteFailed'),
    undo: (reply) => call(record.restore, byKey(record, reply as Row)),
  })
  return (
    <ResourceTable<R['list']>
      {...table}
      section
      list={record.list}
      label={t(heading)}
      rowKey={record.key as keyof Row & string}
      rowName={nameOf}
      bulk={useRecordBulk(record)}
      actions={(row) => [
        ...actions(row, nameOf(row)),
        {
          label: t('kit:verbs.delete'),
          danger: true,
          confirm: t(word('deleteQuestion'), { name: nameOf(row) }),
          run: () => remove.mutateAsync(byKey(record, row)),
        },
      ]}
      empty={{ title: t(word('empty')), hint: t(word('emptyHint')) }}
    />
  )
}

type SetupRow = { Status: string; Version: number }
type SetupStatus = 'Active' | 'Inactive'

/** What can be done with many records of a setup screen at once. */
function useRecordBulk<R extends Listed>(record: R): BulkAction<RowOf<R['list']>>[] {
  type Row = RowOf<R['list']>
  const t = useT()
  const update = (row: Row, { Version }: SetupRow, Status: SetupStatus) =>
    call(record.update, { ...byKey(record, row), Version, Status })
  const moveTo = (Status: SetupStatus, label: string, icon: ReactNode): BulkAction<Row> => ({
    label,
    icon,
    refuse: (row) => (row as SetupRow).Status === Status && t('kit:record.already'),
    each: (row) => update(row, row as SetupRow, Status),
    undo: (row, reply) => update(row, reply as SetupRow, Status === 'Active' ? 'Inactive' : 'Active'),
  })
  return [
    moveTo('Active', t('kit:verbs.activate'), <CircleCheckIcon aria-hidden />),
    moveTo('Inactive', t('kit:verbs.deactivate'), <BanIcon aria-hidden />),
    {
      label: t('kit:verbs.delete'),
      icon: <Trash2Icon aria-hidden />,
      danger: true,
      each: (row) => call(record.remove, byKey(record, row)),
      undo: (row) => call(record.restore, byKey(record, row)),
    },
  ]
}

const nameIn = (named: string, reply: unknown) => `${(reply as Record<string, unknown>)[named]}`
const keyIn = ({ key }: Listed, row: object) => (row as Record<string, string | number>)[key]!
const byKey = (record: Listed, row: object) => ({ [record.key]: keyIn(record, row) })
const wordsOf = (words: Words) => (word: string) => `${words}.${word}` as TextKey
