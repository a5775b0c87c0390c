import { ActionIcon, TextInput, type TextInputProps } from '@mantine/core'
import { IconEye, IconEyeOff } from '@tabler/icons-react'
import { useState, type PointerEvent } from 'react'
import { useTranslation } from 'react-i18next'

type PasswordFieldProps = Omit<TextInputProps, 'type' | 'rightSection'> & {
  autoComplete: 'current-password' | 'new-password'
}

/**
 * Reveals the password while the pointer is over the field or its eye button, while the button has keyboard focus,
 * and from one press to the next (SHELL-18).
 */
export function PasswordField(props: PasswordFieldProps) {
  const { t } = useTranslation()
  const [pressed, setPressed] = useState(false)
  const [hovered, setHovered] = useState(false)
  const [focused, setFocused] = useState(false)
  const isRevealed = pressed || hovered || focused
  const Icon = isRevealed ? IconEyeOff : IconEye
  // A touch is a press, not a hover.
  const hover = {
    onPointerEnter: (event: PointerEvent) => setHovered(event.pointerType === 'mouse'),
    onPointerLeave: () => setHovered(false),
  }
  // Pressing to hide takes effect immediately, even while the pointer still hovers.
  const press = () => {
    setPressed(!pressed)
    if (!pressed) return
    setHovered(false)
    setFocused(false)
  }
  const eye = (
    <ActionIcon
      variant="subtle"
      color="gray"
      aria-label={pressed ? t('ui.hidePassword') : t('ui.showPassword')}
      aria-pressed={pressed}
      onClick={press}
      onFocus={(event) => setFocused(event.currentTarget.matches(':focus-visible'))}
      onBlur={() => setFocused(false)}
      {...hover}
    >
      {/* The icon is replaced on hover, so it must not receive the press: a click needs the same target for down and up. */}
      <Icon size="1.125rem" aria-hidden pointerEvents="none" />
    </ActionIcon>
  )
  return (
    <TextInput
      spellCheck={false}
      autoCapitalize="none"
      {...props}
      type={isRevealed ? 'text' : 'password'}
      rightSection={eye}
      {...hover}
    />
  )
}
