import { Drawer as MantineDrawer } from '@mantine/core'
import type { ReactNode } from 'react'
import { Boundary } from './Boundary.tsx'
import classes from './Drawer.module.css'
import { DiscardQuestion } from './Modal.tsx'
import { OpenDialogContext } from './openDialog.ts'
import { useDialog } from './useDialog.ts'

interface DrawerProps {
  opened: boolean
  onClose: () => void
  title: ReactNode
  /** In pixels. Fills narrower screens. */
  width: number
  children: ReactNode
}

/** Opens from the side, traps the focus and returns it. Closes like a modal. */
export function Drawer({ opened, onClose, title, width, children }: DrawerProps) {
  const { context, close, question } = useDialog({ opened, onClose })
  return (
    <>
      <MantineDrawer.Root
        opened={opened}
        onClose={close}
        size={width}
        position="right"
        closeOnEscape={false}
        classNames={{ content: classes['content'] ?? '' }}
      >
        <MantineDrawer.Overlay />
        <MantineDrawer.Content>
          <MantineDrawer.Header>
            <MantineDrawer.Title>{title}</MantineDrawer.Title>
            <MantineDrawer.CloseButton />
          </MantineDrawer.Header>
          <div className={classes['body']}>
            <OpenDialogContext value={context}>
              <Boundary>{children}</Boundary>
            </OpenDialogContext>
          </div>
        </MantineDrawer.Content>
      </MantineDrawer.Root>
      <DiscardQuestion {...question} />
    </>
  )
}
