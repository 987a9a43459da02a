import { Button } from 'antd'
import { useState } from 'react'
import { MemberPicker, type MemberSearchResult } from '#areas/customers/web/index.ts'
import { formatPersonName } from '#kit/contract/person.ts'
import { CopyButton } from '#kit/web/CopyButton.tsx'
import { call } from '#kit/web/call.ts'
import { useT } from '#kit/web/i18n.ts'
import { EntryList, ListEntry, Muted, Row, Stack } from '#kit/web/Layout.tsx'
import { notify } from '#kit/web/notify.tsx'
import { ResourceTable } from '#kit/web/ResourceTable.tsx'
import { Card } from '#kit/web/Sections.tsx'
import type { Column } from '#kit/web/table/columns.tsx'
import { useCall } from '#kit/web/useCall.ts'
import {
  addInvitations,
  type Feedback,
  getInvitationLink,
  Invitation,
  InvitationStatus,
  listInvitations,
  revokeInvitation,
} from '../../contract.ts'

/** The personal links of a form and their status. */
export function PersonalLinksList({ form }: { form: Feedback }) {
  const t = useT()
  const { FeedbackId } = form
  const revoke = useCall(revokeInvitation, { done: 'feedback:links.revoked', failed: 'feedback:links.revokeFailed' })
  const copy = async (InvitationId: number) => {
    const { Url } = await call(getInvitationLink, { InvitationId })
    await navigator.clipboard.writeText(Url)
    notify({ title: t('feedback:links.copied') })
  }
  const columns: Column<Invitation>[] = [
    { field: 'FullName', second: 'MembershipNo' },
    'Source',
    'CreatedAt',
    'OutletCode',
    { field: 'StaffName', wideOnly: true },
    'AnsweredAt',
    'Status',
  ]
  return (
    <Stack>
      <Invite form={form} />
      <ResourceTable
        area="feedback"
        list={listInvitations}
        name="links"
        label={t('feedback:tabs.links')}
        rowKey="InvitationId"
        input={{ Search: { FeedbackId } }}
        columns={columns}
        optional={['OpenTo']}
        rowName={({ FullName }) => FullName}
        search={{
          FullName: 'text',
          Status: InvitationStatus.options,
          Source: Invitation.shape.Source.options,
          OutletCode: 'outlet',
        }}
        actions={({ InvitationId, Status }) => [
          Status === 'Open' && { label: t('feedback:links.copy'), run: () => copy(InvitationId) },
          Status === 'Open' && {
            label: t('feedback:links.revoke'),
            danger: true,
            confirm: t('feedback:links.revokeQuestion'),
            run: () => revoke.mutateAsync({ InvitationId }),
          },
        ]}
        empty={{ title: t('feedback:links.empty'), hint: t('feedback:links.emptyHint') }}
      />
    </Stack>
  )
}

type CreatedLink = { FullName: string; Url: string }

/** Creates personal links for the chosen customers, to copy or to send by a template. */
function Invite({ form: { FeedbackId } }: { form: Feedback }) {
  const t = useT()
  const [members, setMembers] = useState<readonly MemberSearchResult[]>([])
  const [links, setLinks] = useState<readonly CreatedLink[]>([])
  const add = useCall(addInvitations, { done: 'feedback:links.created', failed: 'feedback:links.createFailed' })
  const invite = async (SendYN: 'Y' | 'N') => {
    const CustomerIds = members.map(({ CustomerId }) => CustomerId)
    const { Invitations } = await add.mutateAsync({ FeedbackId, CustomerIds, SendYN })
    setLinks(Invitations)
    setMembers([])
  }
  return (
    <Card title={t('feedback:links.title')}>
      <Stack gap="s">
        <MemberPicker
          id="feedback-customer"
          label={t('feedback:links.who')}
          onPick={(member) =>
            setMembers((selected) =>
              selected.some(({ CustomerId }) => CustomerId === member.CustomerId) ? selected : [...selected, member],
            )
          }
        />
        {members.length > 0 && (
          <EntryList>
            {members.map((member) => (
              <ListEntry
                key={member.CustomerId}
                side={
                  <Button
                    type="link"
                    size="small"
                    onClick={() => setMembers((selected) => selected.filter((other) => other !== member))}
                  >
                    {t('kit:verbs.remove')}
                  </Button>
                }
              >
                {formatPersonName(member.FullName)} <Muted>{member.MembershipNo}</Muted>
              </ListEntry>
            ))}
          </EntryList>
        )}
        {links.length > 0 && (
          <EntryList>
            {links.map(({ FullName, Url }) => (
              <ListEntry key={Url} side={<CopyButton value={Url} name={formatPersonName(FullName)} shown />}>
                {formatPersonName(FullName)}
              </ListEntry>
            ))}
          </EntryList>
        )}
        <Row>
          <Button
            type="primary"
            disabled={members.length === 0}
            loading={add.isPending}
            onClick={() => void invite('N').catch(() => {})}
          >
            {t('feedback:links.make')}
          </Button>
          <Button disabled={members.length === 0 || add.isPending} onClick={() => void invite('Y').catch(() => {})}>
            {t('feedback:links.send')}
          </Button>
        </Row>
      </Stack>
    </Card>
  )
}
