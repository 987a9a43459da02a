/** The header's panels. Each is loaded when the user first opens it. */
export type Panel = 'palette' | 'appearance' | 'shortcuts' | 'notifications'
