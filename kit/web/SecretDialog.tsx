import { Alert, Modal } from 'antd'
import type { ReactNode } from 'react'
import { CopyButton } from './CopyButton.tsx'
import { Row } from './Layout.tsx'

type Props = {
  open: boolean
  title: string
  /** The sentence that says that the value is shown only once. */
  warning: ReactNode
  value: string | undefined
  /** The name of the value, for the copy button. */
  name: string
  /** The label of the only button, which confirms that the value is stored. */
  close: string
  onClose: () => void
}

/** Shows a secret once. The dialog closes only by its button, so that a click outside does not lose the secret. */
export const SecretDialog = ({ open, title, warning, value, name, close, onClose }: Props) => (
  <Modal
    open={open}
    title={title}
    closable={false}
    keyboard={false}
    mask={{ closable: false }}
    okText={close}
    onOk={onClose}
    footer={(_, { OkBtn }) => <OkBtn />}
    destroyOnHidden
  >
    <Alert type="warning" showIcon title={warning} />
    <Row tight className="carat-space-before" as="p">
      <code dir="ltr">{value}</code>
      {value && <CopyButton value={value} name={name} />}
    </Row>
  </Modal>
)
