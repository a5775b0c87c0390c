import { Drawer as MantineDrawer } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { Boundary } from './Boundary.tsx'
import classes from './Drawer.module.css'
import { DiscardQuestion } from './Modal.tsx'

/** What a drawer provides to its content. */
export interface DrawerFrame {
  /** Asks first if there is unsaved input. */
  requestClose: () => void
  /** Call it through `useReportUnsaved`, so that it counts before the next key press. */
  setUnsaved: (isUnsaved: boolean) => void
}

interface DrawerProps {
  opened: boolean
  onClose: () => void
  title: ReactNode
  /** In pixels; a narrower screen is filled. */
  width: number
  children: (frame: DrawerFrame) => ReactNode
}

/** Opens from the side, traps the focus and returns it. Asks before typed input is lost, however it is closed. */
export function Drawer({ opened, onClose, title, width, children }: DrawerProps) {
  const [isUnsaved, setUnsaved] = useState(false)
  const [isAsking, setIsAsking] = useState(false)
  const requestClose = () => {
    if (isUnsaved) setIsAsking(true)
    else onClose()
  }
  const discard = () => {
    setIsAsking(false)
    onClose()
  }
  return (
    <>
      <MantineDrawer
        opened={opened}
        onClose={requestClose}
        title={title}
        size={width}
        position="right"
        closeOnEscape={!isAsking}
        classNames={{ content: classes['content'] ?? '', body: classes['body'] ?? '' }}
      >
        <Boundary>
          <Content frame={{ requestClose, setUnsaved }}>{children}</Content>
        </Boundary>
      </MantineDrawer>
      <DiscardQuestion opened={isAsking} onKeep={() => setIsAsking(false)} onDiscard={discard} />
    </>
  )
}

/** A separate component, so that the drawer's boundary catches its errors. */
function Content({ frame, children }: Pick<DrawerProps, 'children'> & { frame: DrawerFrame }) {
  return children(frame)
}
