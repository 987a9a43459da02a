import { FileTextIcon, FilmIcon } from 'lucide-react'
import { useState } from 'react'
import { deleteMedia, listMedia, type Media, restoreMedia, updateMedia } from '#areas/media/contract.ts'
import { call } from '#kit/web/call.ts'
import { ShortInstant } from '#kit/web/Dates.tsx'
import { FormDialog } from '#kit/web/FormDialog.tsx'
import { formatBytes } from '#kit/web/format.ts'
import { useT } from '#kit/web/i18n.ts'
import { EntryList, ListEntry, Muted, Row, Stack } from '#kit/web/Layout.tsx'
import { PageSection } from '#kit/web/Sections.tsx'
import { ErrorState } from '#kit/web/States.tsx'
import { useSession } from '#kit/web/session.ts'
import { RowActions } from '#kit/web/table/RowActions.tsx'
import { DropZone } from '#kit/web/upload/DropZone.tsx'
import { fileUrl } from '#kit/web/upload/send.ts'
import { useCall } from '#kit/web/useCall.ts'
import { useRead } from '#kit/web/useRead.ts'

type Props = { TaskId: number; writable: boolean }

/** Lists the photos, videos and documents of a task. */
export function TaskFiles({ TaskId, writable }: Props) {
  const t = useT()
  const [editing, setEditing] = useState<Media>()
  const owner = { ObjectType: 'TaskId' as const, ObjectId: `${TaskId}` }
  const { data, error, refetch } = useRead(listMedia, { Search: owner })
  const remove = useCall(deleteMedia, {
    done: 'tasks:files.deleted',
    failed: 'media:failed.delete',
    undo: ({ MediaId }) => call(restoreMedia, { MediaId }),
  })
  if (error) return <ErrorState error={error} title={t('media:failed.list')} onRetry={() => void refetch()} />
  const files = data?.rows ?? []
  return (
    <PageSection title={t('tasks:files.title')}>
      <Stack gap="m">
        {files.length > 0 && (
          <EntryList>
            {files.map((file) => (
              <ListEntry
                key={file.MediaId}
                side={
                  <FileActs
                    file={file}
                    onEdit={() => setEditing(file)}
                    onDelete={() => remove.mutateAsync({ MediaId: file.MediaId })}
                  />
                }
              >
                <File file={file} />
              </ListEntry>
            ))}
          </EntryList>
        )}
        {writable && (
          <DropZone kind="file" owner={owner} choose={t('tasks:files.add')} onUploaded={() => void refetch()} />
        )}
        {!writable && data && files.length === 0 && <Muted as="p">{t('tasks:files.none')}</Muted>}
      </Stack>
      <FormDialog
        area="tasks"
        open={editing !== undefined}
        onClose={() => setEditing(undefined)}
        title={t('tasks:files.edit')}
        call={updateMedia}
        initial={editing}
        fields={['Title', { name: 'Description', kind: 'multiline' }]}
        done="tasks:files.updated"
        failed="tasks:files.updateFailed"
      />
    </PageSection>
  )
}

function File({ file }: { file: Media }) {
  const name = file.Title ?? file.FileName
  return (
    <Row gap="m" style={{ flexWrap: 'nowrap' }}>
      <span className="tasks-file" aria-hidden>
        {file.ThumbnailUrl ? (
          <img src={fileUrl(file.ThumbnailUrl)} alt="" />
        ) : file.Type === 'Video' ? (
          <FilmIcon />
        ) : (
          <FileTextIcon />
        )}
      </span>
      <span className="tasks-file-words">
        <a href={fileUrl(file.Url)} target="_blank" rel="noreferrer">
          <bdi>{name}</bdi>
        </a>
        <Muted as="div">
          {formatBytes(file.Bytes)} · <ShortInstant value={file.CreatedAt} />
        </Muted>
        {file.Description && <span className="tasks-words">{file.Description}</span>}
      </span>
    </Row>
  )
}

type ActsProps = { file: Media; onEdit: () => void; onDelete: () => Promise<unknown> }

/** Actions on a file of a task, for the author of the file and for head office. */
function FileActs({ file, onEdit, onDelete }: ActsProps) {
  const t = useT()
  const { user, isHQ } = useSession()
  if (!isHQ && user.id !== file.CreatedById) return null
  const name = file.Title ?? file.FileName
  return (
    <RowActions
      name={name}
      actions={[
        { label: t('kit:verbs.edit'), run: onEdit },
        {
          label: t('kit:verbs.delete'),
          danger: true,
          confirm: t('tasks:files.deleteQuestion', { name }),
          run: onDelete,
        },
      ]}
    />
  )
}
