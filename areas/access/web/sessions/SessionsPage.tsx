import { Tag } from 'antd'
import { formatPersonName, shortenPersonName } from '#kit/contract/person.ts'
import { useT } from '#kit/web/i18n.ts'
import { Row } from '#kit/web/Layout.tsx'
import { ResourceTable } from '#kit/web/ResourceTable.tsx'
import { TwoLineCell } from '#kit/web/table/TwoLines.tsx'
import { useCall } from '#kit/web/useCall.ts'
import { endSession, endUserSessions, listSessions, SessionRow } from '../../contract.ts'

/** The page on which head office lists and ends all open sessions. */
export function SessionsPage() {
  const t = useT()
  const end = useCall(endSession, {
    done: 'access:sessions.ended',
    failed: 'access:sessions.endFailed',
  })
  const endAll = useCall(endUserSessions, {
    done: ({ SessionsEnded }) => t('access:sessions.endedCount', { count: SessionsEnded }),
    failed: 'access:sessions.endFailed',
  })
  const nameOf = (row: SessionRow) => (row.FullName ? formatPersonName(row.FullName) : row.Username)
  const deviceOf = (row: SessionRow) => row.Device ?? t('access:sessions.unknownDevice')

  return (
    <ResourceTable
      area="access"
      list={listSessions}
      label={t('access:screens.sessions')}
      rowKey="SessionId"
      columns={[
        {
          field: 'FullName',
          title: 'access:fields.Name',
          render: (row) => (
            <Row as="span">
              <TwoLineCell second={row.FullName && row.Username}>
                <bdi>{row.FullName ? shortenPersonName(row.FullName) : row.Username}</bdi>
              </TwoLineCell>
              {row.IsThisOne && <Tag color="blue">{t('access:sessions.this')}</Tag>}
            </Row>
          ),
        },
        'OutletCode',
        { field: 'Device', render: (row) => <bdi>{row.Device}</bdi> },
        'SourceIP',
        'SignedInAt',
        'LastSeenAt',
      ]}
      search={{ Name: 'text', OutletCode: 'outlet', SourceIP: 'text', Kind: SessionRow.shape.Kind.options }}
      rowName={nameOf}
      actions={(row) => [
        !row.IsThisOne && {
          label: t('access:sessions.end'),
          danger: true,
          confirm: {
            title: t('access:sessions.endOf', { name: nameOf(row), device: deviceOf(row) }),
            body: t('access:sessions.endAbout'),
            ok: t('access:sessions.end'),
            danger: true,
          },
          run: () => end.mutateAsync({ SessionId: row.SessionId }),
        },
        {
          label: t('access:sessions.endAll'),
          danger: true,
          confirm: {
            title: t('access:sessions.endAllAsk', { name: nameOf(row) }),
            body: t('access:sessions.endAbout'),
            ok: t('access:sessions.endAll'),
            danger: true,
          },
          run: () => endAll.mutateAsync({ UserId: row.UserId }),
        },
      ]}
      empty={{ title: t('access:sessions.empty') }}
    />
  )
}
