/** The header's panels; each is loaded when first opened. */
export type Panel = 'palette' | 'appearance' | 'shortcuts' | 'notifications'
