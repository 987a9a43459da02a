import { Button } from 'antd'
import { PlusIcon } from 'lucide-react'
import { useState } from 'react'
import { shortenPersonName } from '#kit/contract/person.ts'
import { call } from '#kit/web/call.ts'
import { ShortInstant } from '#kit/web/Dates.tsx'
import { FormDialog } from '#kit/web/FormDialog.tsx'
import { useT } from '#kit/web/i18n.ts'
import { EntryList, ListEntry, Muted } from '#kit/web/Layout.tsx'
import { Card } from '#kit/web/Sections.tsx'
import { ErrorState, LoadingState } from '#kit/web/States.tsx'
import { useSession } from '#kit/web/session.ts'
import { RowActions } from '#kit/web/table/RowActions.tsx'
import { useCall } from '#kit/web/useCall.ts'
import { useRead } from '#kit/web/useRead.ts'
import {
  type Activity,
  deleteActivity,
  listActivities,
  restoreActivity,
  updateActivity,
} from '../contract/activities.ts'
import { AddActivityDialog, useActivityFields } from './AddActivity.tsx'

const LATEST = 5

/** Shows the latest activities with a customer. The timeline of the customer shows all activities. */
export function ActivitiesCard({ CustomerId }: { CustomerId: number }) {
  const { has } = useSession()
  return has('Customer') || has('Update Member Listing') ? <Activities CustomerId={CustomerId} /> : null
}

function Activities({ CustomerId }: { CustomerId: number }) {
  const t = useT()
  const [adding, setAdding] = useState(false)
  const [edited, setEdited] = useState<Activity>()
  const list = useRead(listActivities, {
    Search: { CustomerId },
    Rows: LATEST,
    SortOption: 'CreatedAt',
    SortDirection: 'DESC',
  })
  const fields = useActivityFields()
  const rows = list.data?.rows
  return (
    <Card
      title={t('activities:title')}
      extra={
        <Button size="small" icon={<PlusIcon aria-hidden />} onClick={() => setAdding(true)}>
          {t('activities:add')}
        </Button>
      }
    >
      {list.error && <ErrorState error={list.error} onRetry={() => void list.refetch()} />}
      {!rows && !list.error && <LoadingState rows={2} />}
      {rows?.length === 0 && <Muted as="p">{t('activities:empty')}</Muted>}
      <EntryList>
        {rows?.map((activity) => (
          <OneActivity key={activity.ActivityId} activity={activity} onEdit={() => setEdited(activity)} />
        ))}
      </EntryList>
      <AddActivityDialog CustomerId={CustomerId} open={adding} onClose={() => setAdding(false)} />
      <FormDialog
        area="activities"
        title={t('activities:edit')}
        open={edited !== undefined}
        onClose={() => setEdited(undefined)}
        call={updateActivity}
        initial={edited}
        fields={fields}
        done="activities:updated"
        failed="activities:updateFailed"
      />
    </Card>
  )
}

function OneActivity({ activity, onEdit }: { activity: Activity; onEdit: () => void }) {
  const t = useT()
  const { isHQ, user } = useSession()
  const remove = useCall(deleteActivity, {
    done: 'activities:deleted',
    failed: 'activities:deleteFailed',
    undo: ({ ActivityId }) => call(restoreActivity, { ActivityId }),
  })
  const { ActivityId, ActivityLog, CreatedAt, CreatedById, Description, OutletCode, StaffName } = activity
  const author = [StaffName && shortenPersonName(StaffName), OutletCode].filter(Boolean).join(' · ')
  return (
    <ListEntry
      side={
        (isHQ || CreatedById === user.id) && (
          <RowActions
            name={Description}
            actions={[
              { label: t('kit:verbs.edit'), run: onEdit },
              {
                label: t('kit:verbs.delete'),
                danger: true,
                run: () => remove.mutateAsync({ ActivityId }),
              },
            ]}
          />
        )
      }
    >
      <bdi>{Description}</bdi>
      <Muted as="div">
        <bdi>{ActivityLog}</bdi>
      </Muted>
      <Muted as="div">
        <ShortInstant value={CreatedAt} /> · <bdi>{author}</bdi>
      </Muted>
    </ListEntry>
  )
}
