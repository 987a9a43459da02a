import '../access.css'
import { QRCode } from 'antd'

/** A QR code with an accessible name. It is dark on white even in dark mode, because many cameras read nothing else. */
export function QrImage({ value, label }: { value: string; label: string }) {
  return (
    <div role="img" aria-label={label} className="qr-image">
      <span aria-hidden>
        <QRCode value={value} type="svg" size={176} color="#000" bgColor="#fff" bordered={false} />
      </span>
    </div>
  )
}
