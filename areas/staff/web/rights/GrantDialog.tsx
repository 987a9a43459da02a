import { Form, Modal, Select } from 'antd'
import { useId, useState } from 'react'
import { useT } from '#kit/web/i18n.ts'
import { useSession } from '#kit/web/session.ts'
import { useCall } from '#kit/web/useCall.ts'
import { useRead } from '#kit/web/useRead.ts'
import { changeUserRights, getUsers, type Right } from '../../../access/contract/accounts.ts'

type Props = { right: Right; give: boolean; open: boolean; onClose: () => void }

/** Dialog that grants or revokes a role or privilege for several people at once. */
export function GrantRightDialog({ right, give, open, onClose }: Props) {
  const t = useT()
  const id = useId()
  const { user } = useSession()
  const [selectedUserIds, setSelectedUserIds] = useState<number[]>([])
  const { data, isPending } = useRead(getUsers, {}, { enabled: open })
  const holderIds = new Set(right.Users.map(({ UserId }) => UserId))
  const people = (data?.rows ?? []).filter(({ UserId }) => UserId !== user.id && holderIds.has(UserId) !== give)
  const save = useCall(changeUserRights, {
    done: ({ Given, Taken }) => t(give ? 'staff:rights.given' : 'staff:rights.taken', { count: Given + Taken }),
    failed: 'staff:rights.saveFailed',
    onDone: onClose,
  })
  const grant = right.Kind === 'Role' ? { Roles: [right.Name as never] } : { Privileges: [right.Name as never] }
  return (
    <Modal
      open={open}
      title={t(give ? 'staff:rights.giveTo' : 'staff:rights.takeFrom', { name: right.Name })}
      onCancel={onClose}
      okText={t(give ? 'staff:rights.give' : 'staff:rights.take')}
      okButtonProps={{ disabled: selectedUserIds.length === 0, loading: save.isPending, danger: !give }}
      onOk={() => save.mutate({ UserIds: selectedUserIds, ...(give ? { Give: grant } : { Take: grant }) })}
      afterOpenChange={(opened) => !opened && setSelectedUserIds([])}
      destroyOnHidden
    >
      <Form layout="vertical" component={false}>
        <Form.Item label={t('staff:rights.who')} htmlFor={id} extra={t('staff:rights.whoHelp')}>
          <Select<number[]>
            id={id}
            mode="multiple"
            autoFocus
            value={selectedUserIds}
            loading={isPending}
            style={{ width: '100%' }}
            placeholder={t('kit:form.choose')}
            notFoundContent={t('staff:rights.noStaff')}
            showSearch={{ optionFilterProp: 'label' }}
            options={people.map(({ UserId, FullName, BuildingCode, Username }) => ({
              value: UserId,
              label: `${FullName} (${BuildingCode}, ${Username})`,
            }))}
            onChange={setSelectedUserIds}
          />
        </Form.Item>
      </Form>
    </Modal>
  )
}
