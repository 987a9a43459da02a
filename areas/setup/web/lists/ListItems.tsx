import { Button } from 'antd'
import { ArrowDownIcon, ArrowUpIcon } from 'lucide-react'
import { useState } from 'react'
import { FormDialog } from '#kit/web/FormDialog.tsx'
import { languages, useT } from '#kit/web/i18n.ts'
import { EntryList, Muted, Row } from '#kit/web/Layout.tsx'
import { StatusTag } from '#kit/web/StatusTag.tsx'
import { useSession } from '#kit/web/session.ts'
import { useCall } from '#kit/web/useCall.ts'
import { type ListEntry, reorderList, updateListItem } from '../../contract/lists.ts'
import type { ListName } from '../../contract.ts'
import { TranslateListEntryDialog } from './TranslateDialog.tsx'

type Props = { list: ListName; entries: readonly ListEntry[] }

/** Shows the values of a lookup list in order, with actions to move, edit and translate values. */
export function LookupListEditor({ list, entries }: Props) {
  const t = useT()
  const { may } = useSession()
  const mayEdit = may('Manage Settings')
  const [edited, setEdited] = useState<ListEntry>()
  const [translated, setTranslated] = useState<number>()
  const move = useCall(reorderList, {
    failed: 'setup:saveFailed',
  })
  const ids = entries.map(({ ListItemId }) => ListItemId)
  const swap = (index: number, otherIndex: number) => {
    const next = [...ids]
    ;[next[index], next[otherIndex]] = [next[otherIndex]!, next[index]!]
    move.mutate({ ListName: list, ListItemIds: next })
  }
  return (
    <>
      <EntryList as="ol">
        {entries.map((entry, index) => {
          const name = entry.Label ?? entry.Value
          return (
            <li key={entry.ListItemId} style={{ alignItems: 'center' }}>
              <div className="carat-entry">
                <strong>{name}</strong>
                {entry.Label !== null && <small>{t('setup:list.stored', { value: entry.Value })}</small>}
                {entry.Translations.length > 0 && (
                  <small>
                    {entry.Translations.map(({ LanguageCode, Value }) => (
                      <Muted key={LanguageCode} lang={LanguageCode}>
                        {languages.find(({ code }) => code === LanguageCode)?.name ?? 'Bahasa Melayu'}: {Value}
                      </Muted>
                    ))}
                  </small>
                )}
              </div>
              <StatusTag area="setup" status={entry.Status} />
              {mayEdit && (
                <Row gap="xs">
                  <Button
                    type="text"
                    icon={<ArrowUpIcon aria-hidden />}
                    disabled={index === 0 || move.isPending}
                    aria-label={t('kit:columns.up', { name })}
                    onClick={() => swap(index, index - 1)}
                  />
                  <Button
                    type="text"
                    icon={<ArrowDownIcon aria-hidden />}
                    disabled={index === entries.length - 1 || move.isPending}
                    aria-label={t('kit:columns.down', { name })}
                    onClick={() => swap(index, index + 1)}
                  />
                  <Button aria-label={t('setup:list.editOf', { name })} onClick={() => setEdited(entry)}>
                    {t('kit:verbs.edit')}
                  </Button>
                  <Button
                    aria-label={t('setup:list.translateOf', { name })}
                    onClick={() => setTranslated(entry.ListItemId)}
                  >
                    {t('setup:list.translate')}
                  </Button>
                </Row>
              )}
            </li>
          )
        })}
      </EntryList>
      <FormDialog
        area="setup"
        title={edited?.Value ?? ''}
        open={edited !== undefined}
        onClose={() => setEdited(undefined)}
        call={updateListItem}
        initial={edited}
        fields={[
          { name: 'Label', help: 'setup:list.labelHelp' },
          { name: 'Status', help: 'setup:list.statusHelp' },
        ]}
        done="setup:list.updated"
        failed="setup:saveFailed"
      />
      <TranslateListEntryDialog
        entry={entries.find(({ ListItemId }) => ListItemId === translated)}
        onClose={() => setTranslated(undefined)}
      />
    </>
  )
}
