import { BanIcon, CircleCheckIcon, Trash2Icon } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { Endpoint } from '#kit/contract/endpoint.ts'
import { SetupStatus } from '#kit/contract/record.ts'
import { call } from './call.ts'
import { FormDialog } from './FormDialog.tsx'
import type { EndpointFieldName, FieldSpec, FormField } from './form/fields.ts'
import { useT } from './i18n.ts'
import type { TextNamespace } from './labels.ts'
import { useHistoryRowAction } from './RecordHistory.tsx'
import { ResourceTable } from './ResourceTable.tsx'
import { type ShellTextKey, useRegisterAddAction } from './screen.ts'
import type { BulkAction } from './table/bulk.ts'
import type { Column } from './table/columns.tsx'
import type { ListEndpoint, ListFilterName, ListRow } from './table/list.ts'
import type { RowAction } from './table/RowActions.tsx'
import type { ListSearch } from './table/search.ts'
import { useCall } from './useCall.ts'
import type { TextKey } from './vocabulary.ts'

// The list of a setup record and its dialogs, generated from the contract's `defineSetupRecord()`.
// `recordScreen` in `web.ts` declares the page: its columns, its filters and the order of its fields.
// A page that needs more uses ResourceTable and FormDialog directly.

export type SetupRecordEndpoints = { key: string; subject: string; list: ListEndpoint } & Record<
  'add' | 'update' | 'remove' | 'restore',
  Endpoint
>

/** The key prefix of a record's texts: `memberships:cardGroup` has created, createFailed, updated and others. */
export type TextPrefix = TextKey extends infer Key
  ? Key extends `${infer Prefix}.deleteQuestion`
    ? Prefix
    : never
  : never

type ListProps<R extends SetupRecordEndpoints> = {
  area: TextNamespace
  record: R
  words: TextPrefix
  /** The title of the page. */
  heading: ShellTextKey
  columns: readonly Column<ListRow<R['list']>>[]
  optional?: readonly Column<ListRow<R['list']>>[]
  search: ListSearch<ListFilterName<R['list']>>
  /** The field whose value names a record to users. */
  named: keyof ListRow<R['list']> & string
  rowLink?: (row: ListRow<R['list']>) => string | undefined
  /** Returns the error title of a failed deletion; by default the text `deleteFailed`. */
  deleteFailed?: (error: Error) => TextKey
}

export type RecordPageProps<R extends SetupRecordEndpoints> = Omit<ListProps<R>, 'rowLink'> & {
  /** The title of the add dialog and label of the add button. */
  adding: ShellTextKey
  /** The code, which cannot change: the edit dialog explains so with the text `codeStays`. */
  code?: FieldSpec<EndpointFieldName<R['add']>>
  /** The other fields of both dialogs, without Status. */
  fields: readonly FormField<R['update']>[]
}

/** A complete setup page: list, add and edit dialogs, delete with undo, and history. */
export function RecordPage<R extends SetupRecordEndpoints>({ adding, code, fields, ...list }: RecordPageProps<R>) {
  const { area, record, words } = list
  const t = useT()
  const [isAddOpen, setAddOpen] = useState(false)
  const [edited, setEdited] = useState<ListRow<R['list']>>()
  const history = useHistoryRowAction(area, record.subject)
  useRegisterAddAction(() => setAddOpen(true))
  const textKey = textKeysOf(words)
  const fieldsAfter = (first: readonly FieldSpec<string>[]) =>
    [...first, ...fields, 'Status'] as unknown as readonly FormField<Endpoint>[]
  return (
    <>
      <RecordList
        optional={['CreatedAt', 'UpdatedAt'] as never}
        {...list}
        search={withStatus(list.search)}
        actions={(row, name) => [
          { label: t('kit:verbs.edit'), run: () => setEdited(row) },
          history.of(keyIn(record, row), name),
        ]}
      />
      {history.node}
      <FormDialog<Endpoint>
        area={area}
        title={t(adding)}
        open={isAddOpen}
        onClose={() => setAddOpen(false)}
        call={record.add}
        fields={fieldsAfter(code ? [code] : [])}
        headline={(reply) => t('kit:headlines.created', { name: nameIn(list.named, reply) })}
        done={textKey('created')}
        failed={textKey('createFailed')}
      />
      <FormDialog<Endpoint>
        area={area}
        title={t(textKey('edit'))}
        open={edited !== undefined}
        onClose={() => setEdited(undefined)}
        call={record.update}
        initial={edited}
        fields={fieldsAfter(code ? [{ ...code, locked: t(textKey('codeStays')) }] : [])}
        headline={(reply) => t('kit:headlines.saved', { name: nameIn(list.named, reply) })}
        done={textKey('updated')}
        failed={textKey('updateFailed')}
      />
    </>
  )
}

const withStatus = <Name extends string>(search: ListSearch<Name>): ListSearch<Name> =>
  'Status' in search ? search : { ...search, Status: SetupStatus.options }

/** The list without dialogs, for records with a page of their own. `actions` come before Delete in the menu. */
export function RecordList<R extends SetupRecordEndpoints>({
  record,
  words,
  heading,
  named,
  actions,
  deleteFailed,
  ...table
}: ListProps<R> & { actions: (row: ListRow<R['list']>, name: string) => (RowAction | false)[] }) {
  type Row = ListRow<R['list']>
  const t = useT()
  const textKey = textKeysOf(words)
  const nameOf = (row: Row) => `${row[named]}`
  const remove = useCall<Endpoint>(record.remove, {
    headline: (reply) => t('kit:headlines.deleted', { name: nameIn(named, reply) }),
    done: textKey('deleted'),
    failed: deleteFailed ? (error) => t(deleteFailed(error)) : textKey('deleteFailed'),
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
          confirm: t(textKey('deleteQuestion'), { name: nameOf(row) }),
          run: () => remove.mutateAsync(byKey(record, row)),
        },
      ]}
      empty={{ title: t(textKey('empty')), hint: t(textKey('emptyHint')) }}
    />
  )
}

type SetupRow = { Status: string; Version: number }
type EditableStatus = (typeof SetupStatus.options)[number]

/** Returns the bulk actions of a setup page. */
function useRecordBulk<R extends SetupRecordEndpoints>(record: R): BulkAction<ListRow<R['list']>>[] {
  type Row = ListRow<R['list']>
  const t = useT()
  const update = (row: Row, { Version }: SetupRow, Status: EditableStatus) =>
    call(record.update, { ...byKey(record, row), Version, Status })
  const moveTo = (Status: EditableStatus, label: string, icon: ReactNode): BulkAction<Row> => ({
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
const keyIn = ({ key }: SetupRecordEndpoints, row: object) => (row as Record<string, string | number>)[key]!
const byKey = (record: SetupRecordEndpoints, row: object) => ({ [record.key]: keyIn(record, row) })
const textKeysOf = (prefix: TextPrefix) => (name: string) => `${prefix}.${name}` as TextKey
