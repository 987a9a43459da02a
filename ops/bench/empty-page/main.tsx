import { Button, ConfigProvider, Input } from 'antd'
import { createRoot } from 'react-dom/client'

// The least that a page with the component library can be: one field and one button, no texts, no calls, no routes.
createRoot(document.getElementById('root')!).render(
  <ConfigProvider>
    <Input />
    <Button type="primary">Empty</Button>
  </ConfigProvider>,
)
