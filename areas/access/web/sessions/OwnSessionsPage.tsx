import { Tag } from 'antd'
import { ConfirmAction } from '#kit/web/ConfirmAction.tsx'
import { useT } from '#kit/web/i18n.ts'
import { Row } from '#kit/web/Layout.tsx'
import { ResourceTable } from '#kit/web/ResourceTable.tsx'
import { useCall } from '#kit/web/useCall.ts'
import { useRead } from '#kit/web/useRead.ts'
import { endOtherSessions, endSession, listOwnSessions } from '../../contract.ts'

/** The page on which users list and end their own sessions. */
export function OwnSessionsPage() {
  const t = useT()
  const { data } = useRead(listOwnSessions, { Rows: 1 })
  const end = useCall(endSession, {
    done: 'access:sessions.ended',
    failed: 'access:sessions.endFailed',
  })
  const endOthers = useCall(endOtherSessions, {
    done: ({ SessionsEnded }) => t('access:sessions.endedCount', { count: SessionsEnded }),
    failed: 'access:sessions.endFailed',
  })
  const alone = data !== undefined && data.count <= 1

  return (
    <ResourceTable
      area="access"
      list={listOwnSessions}
      label={t('access:screens.ownSessions')}
      rowKey="SessionId"
      columns={[
        {
          field: 'Device',
          render: (row) => (
            <Row as="span">
              <bdi>{row.Device ?? t('access:sessions.unknownDevice')}</bdi>
              {row.IsThisOne && <Tag color="blue">{t('access:sessions.this')}</Tag>}
            </Row>
          ),
        },
        'SourceIP',
        'SignedInAt',
        'LastSeenAt',
        { field: 'ExpiresAt', wideOnly: true },
      ]}
      rowName={(row) => row.Device ?? t('access:sessions.unknownDevice')}
      toolbar={
        <ConfirmAction
          label={t('access:sessions.endOthers')}
          title={t('access:sessions.endOthersAsk')}
          body={t('access:sessions.endAbout')}
          ok={t('access:sessions.endOthers')}
          danger
          disabled={alone && t('access:sessions.noOthers')}
          run={() => endOthers.mutateAsync({})}
        />
      }
      actions={(row) => [
        !row.IsThisOne && {
          label: t('access:sessions.end'),
          danger: true,
          confirm: {
            title: t('access:sessions.endOwn', { device: row.Device ?? t('access:sessions.unknownDevice') }),
            body: t('access:sessions.endAbout'),
            ok: t('access:sessions.end'),
            danger: true,
          },
          run: () => end.mutateAsync({ SessionId: row.SessionId }),
        },
      ]}
      empty={{ title: t('access:sessions.empty') }}
    />
  )
}
