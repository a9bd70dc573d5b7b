export function drawLoad(): void {}
